# A message is a text, and says as data what is wrong.

function message_of(call)
    try
        call()
    catch problem
        return problem.msg
    end
    return nothing
end

"""The kind and the problem of what a call throws."""
parts_of(call) = (message = message_of(call); (message.kind, message.problem))

message = message_of(() -> bayes(Any[0 1; "a" 1]))
@test message == "R[2, 1] = \"a\" is not a number"
@test String(message) isa String
@test length(message) == length(String(message))
@test hash(message) == hash(String(message))
@test occursin("is not", message)
@test occursin(r"not a \w+$", message)
@test sprint(showerror, ArgumentError(message)) == "ArgumentError: $message"
@test message.kind == "argument.number"
@test message.problem == "R[1, 0] is not a number"

# Values are left out of a problem where each language writes them in its own way.
@test parts_of(() -> pass_at_k(BINARY, true)) ==
    ("argument.boolean", "k is a boolean: a budget is a whole number from 1")
@test parts_of(() -> bayes(BINARY, missing = :no)) ==
    ("argument.choice", "missing is not one of error, drop")
@test parts_of(() -> g_pass_at_k_tau(BINARY, 2, 4 // 3)) ==
    ("check.share", "tau = 4/3 is not in [0, 1]")
@test parts_of(() -> pass_at_k(BINARY, big(10)^20)) == (
    "check.budget",
    "k = 100000000000000000000 is too large: a budget is a whole number from 1 to 1,000,000,000",
)

# A warning is data, too, with the axes of a batch in front.
_, (warning,) = warned() do
    pass_at_k(cat([[0 1; 1 missing] for _ in 1:6]..., dims = 3) |> R -> reshape(R, 2, 2, 3, 2), 2,
        missing = "drop", ragged = "drop")
end
@test occursin("in R[:, :, 3, 1]", warning)
@test warning.kind == "warning.short_questions"
@test occursin("in R[0, 2]", warning.problem)
