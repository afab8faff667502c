# JSON texts of numbers, words, lists and objects, without a package for it. Escapes stay as they are.

const TOKEN = r"[\[\]{}:,]|\"(?:[^\"\\]|\\.)*\"|[^\s\[\]{}:,\"]+"

function json(text)
    tokens = String[found.match for found in eachmatch(TOKEN, text)]
    place = Ref(0)
    value = json_value(tokens, place)
    place[] == length(tokens) || error("JSON goes on after its value")
    return value
end

json_next(tokens, place) = tokens[place[] += 1]

function json_value(tokens, place)
    token = json_next(tokens, place)
    token == "[" && return json_items(() -> json_value(tokens, place), Any[], "]", tokens, place)
    if token == "{"
        return json_items(Dict{String,Any}(), "}", tokens, place) do
            name = json_value(tokens, place)
            json_next(tokens, place) == ":" || error("JSON needs a colon after $name")
            name => json_value(tokens, place)
        end
    end
    startswith(token, '"') && return chop(token, head = 1, tail = 1)
    token == "null" && return nothing
    return token in ("true", "false") ? token == "true" : parse(Float64, token)
end

function json_items(item, items, close, tokens, place)
    while tokens[place[] + 1] != close
        push!(items, item())
        tokens[place[] + 1] == "," ? place[] += 1 : tokens[place[] + 1] == close || error("JSON needs a comma")
    end
    place[] += 1
    return items
end
