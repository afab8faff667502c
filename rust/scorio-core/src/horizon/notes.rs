//! The words of what is said of horizons.

use crate::calls::note::notes;

notes! { NOTES:
    /// What intervals are about, by families.
    FAMILIES "horizon.families" = "Intervals are about tasks of families like these ({clusters} clusters). h{percent} is \
        the curve's {percent} % point over tasks of that length, easy and hard together.";
    /// What intervals are about, without families.
    SAMPLED "horizon.sampled" = "Intervals are about tasks like these ({clusters} tasks). h{percent} is the \
        curve's {percent} % point over tasks of that length, easy and hard together.";
    /// What intervals are about, without a sample.
    THESE "horizon.these" = "Intervals are about these tasks alone, from what their trials leave open. h{percent} is \
        the curve's {percent} % point over tasks of that length, easy and hard together.";
    /// What the axis is that other models tell.
    ITEM "horizon.item" = "The length of a question is the odds that a trial of the other models fails it. A \
        horizon of 3 lies at questions that they fail 3 times for each success. Each model has its own axis, and \
        few trials of the others flatten its curve.";
    /// Questions that no other model has.
    UNKNOWN "horizon.unknown" = "{model} alone has {questions,} {questions?question|questions}, whose difficulty \
        nothing tells: {questions?it is|they are} left out.";
    /// All trials succeed.
    ABOVE "horizon.above" = "{model}: all trials succeed, so the horizon is above {longest}, the longest task.";
    /// No trial succeeds.
    BELOW "horizon.below" = "{model}: no trial succeeds, so the horizon is below {shortest}, the shortest task.";
    /// Successes end before failures begin.
    BETWEEN "horizon.between" = "{model}: solves all tasks up to {solved} and none from {none}: the horizon lies \
        between.";
    /// Successes end where failures begin.
    ABOUT_LENGTH "horizon.about_length" = "{model}: solves all tasks below {solved} and none above: the horizon \
        is about that length.";
    /// The curve does not fall.
    RISING "horizon.rising" = "Longer tasks are not harder for {model}: no horizon.";
    /// A figure longer than all tasks.
    BEYOND "horizon.beyond" = "{model}: the {percent} % horizon is beyond {longest}, the longest task: the curve \
        alone tells it.";
    /// A figure shorter than all tasks.
    SHORT_OF "horizon.short_of" = "{model}: the {percent} % horizon is below {shortest}, the shortest task: the \
        curve alone tells it.";
    /// No finite interval.
    UNBOUNDED "horizon.unbounded" = "{models}: unbounded, because there are too few tasks, or lengths too close, \
        to tell the slope.";
    /// One cluster.
    ONE_CLUSTER "horizon.one_cluster" = "{model} has one cluster: an interval needs at least two.";
    /// Few clusters.
    FEW "horizon.few" = "Fewer than {enough} {units}: intervals are rough.";
    /// A bin that the curve misses.
    OFF "horizon.off" = "{model}: the curve is off from {low} to {high}: {tasks} tasks have the success \
        {observed}, and the curve has {fitted}.";
    /// The penalty.
    PENALTY "horizon.penalty" = "The penalty {penalty} flattens the curve: 80 % horizons become too short, and \
        intervals do not count that.";
    /// A baseline, or a model beside it, without a horizon.
    NO_RATIO "horizon.no_ratio" = "No ratio of {model} to {baseline}: both need a horizon.";
    /// Dated models without a horizon.
    UNDATED "horizon.undated" = "Without a horizon or a date, and so not on the line: {models}.";
    /// Too few dated models.
    NO_TREND "horizon.no_trend" = "A doubling time needs horizons of two models at least, of different days.";
    /// What the doubling time takes for granted.
    DOUBLING "horizon.doubling" = "The interval of the doubling time takes the wider of two: from the tasks, \
        which all models share, and from the scatter of models about the line.";
    /// The same of two models.
    DOUBLING_OF_TWO "horizon.doubling_of_two" = "The interval of the doubling time is from the tasks alone: \
        two models do not tell how models scatter about a line.";
}
