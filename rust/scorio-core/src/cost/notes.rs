//! The words of what is said of costs.

use crate::calls::note::notes;

notes! { NOTES:
    /// What figures are about.
    ABOUT "cost.about" = "Costs and scores are about {about}.";
    /// What a gate of costs decides.
    GATES "cost.gates" = "A cost passes if its interval ends at the limit or below, and fails if it begins \
        above. Each end has the confidence.";
    /// What the columns of a plan are.
    PLANNED "cost.planned" = "run more: further trials of each question. Their cost is at the mean cost of \
        today, and the interval at the ends of its own.";
    /// What is left of the money.
    MONEY_LEFT "cost.money_left" = "{left} of the money is left. The trials are split so that the sum of the \
        variances of the scores is least. even: half-widths after {each,} more {each?trial|trials} for every \
        model.";
    /// The models that are not separated from the best, and the cheapest of them.
    CHEAPEST "cost.cheapest" = "Not separated from the best score{of}: {models}. The cheapest of them is \
        {cheapest}.";
    /// The same with how much cheaper.
    CHEAPER "cost.cheaper" = "Not separated from the best score{of}: {models}. The cheapest of them is \
        {cheapest}, {ratio} times cheaper than {best} {interval}.";
    /// The cheapest model whose score is near enough.
    WITHIN "cost.within" = "{model} is the cheapest model whose score is surely less than {within} below \
        that of any other (P {p}).";
    /// None is.
    NONE_WITHIN "cost.none_within" = "No model's score is surely less than {within} below that of any other.";
    /// Costs whose tail the trials have not met.
    WIDE "cost.wide" = "Costs of {models} differ so much that their true mean may lie above the interval.";
    /// Trials without a cost.
    LACKING "cost.lacking" = "{lacking,} of {trials,} trials of {model} {lacking?has|have} no cost: scores \
        count them, and costs do not.";
    /// Few questions for a verdict.
    FEW "cost.few" = "Of fewer than {enough} {units}, no model is called dominated.";
    /// Too few questions for any verdict.
    FEWEST "cost.fewest" = "Of fewer than {enough} {units}, all models are open.";
    /// What a cap cannot know.
    CAPS "cost.caps" = "A cap cuts off what was spent. An agent that knows its cap may act otherwise.";
    /// What retries cannot know.
    RETRIES "cost.retries" = "Retries are fresh tries until the first success. Their frontier goes by the \
        figures themselves, without intervals.";
    /// Questions that not all models have.
    UNASKED "cost.unasked" = "Models have different questions: pairs are compared on those of both.";
}
