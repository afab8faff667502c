# Time `bayes` on the outcomes in a file, and measure what a call allocates: prints JSON.
# Run by `languages.py` in turn with Python.
using Scorio

const rows, columns = parse.(Int, ARGS[2:3])
const R = read!(ARGS[1], Matrix{Int8}(undef, rows, columns))

function repeated(R, repeats)
    for _ in 1:repeats
        bayes(R)
    end
end

function median_seconds(R)
    repeats = max(1, 200_000 ÷ length(R))
    times = Float64[]
    start = time()
    while time() - start < 1.0
        push!(times, @elapsed(repeated(R, repeats)) / repeats)
    end
    return sort!(times)[(end + 1) ÷ 2]
end

repeated(R, 3)
allocated = @allocated bayes(R)
println("{\"seconds\": $(median_seconds(R)), \"allocated\": $allocated}")
