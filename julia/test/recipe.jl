# What cannot be run here is at least Julia.

for file in (joinpath("..", "build_tarballs.jl"), joinpath("..", "deps", "build.jl"))
    text = read(joinpath(@__DIR__, file), String)
    place, parsed = 1, 0
    while place <= ncodeunits(text)
        expression, place = Meta.parse(text, place)
        expression === nothing && continue
        @test !Meta.isexpr(expression, (:error, :incomplete))
        parsed += 1
    end
    @test parsed > 3
end
