//! Voting rules, in which each question is a voter.

use crate::rankers::declared::{RANK_TIES, STRENGTH, TIE_AWARE, TIE_POLICY, VARIANT};
use crate::rankers::registry::{Method, Run, methods};
use crate::rankers::voting::votes;

methods! { VOTING, "voting":
    /// Borda points: on each question one for every model below.
    ///
    /// On each question r is the rank by share of successes, level models sharing the mean. The score
    /// is the sum of L - r if all models were asked all questions. Otherwise a model has its share of
    /// the points that were possible where others were asked, times M (L - 1).
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// de Borda (1781), Memoire sur les elections au scrutin.
    borda: Votes(|votes, _| Ok(votes::borda(votes))), "points on each question: one for every model below";

    /// Elimination of all models with at most the mean of Borda points.
    ///
    /// Points are counted anew among the models left. The score is the round that removes a model.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Nanson (1882), Methods of election.
    nanson: Votes(votes::nanson), "elimination of all with at most the mean of Borda points"
        .options(&[RANK_TIES]);

    /// Elimination of the models with the fewest Borda points.
    ///
    /// Points are counted anew among the models left. The score is the round that removes a model.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Baldwin (1926), The technique of the Nanson preferential majority system of election.
    baldwin: Votes(votes::baldwin), "elimination of the models with the fewest Borda points"
        .options(&[RANK_TIES]);

    /// Majorities of questions won minus those lost.
    ///
    /// A model has a majority against another if more questions put it above than below.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Copeland (1951), A reasonable social welfare function.
    copeland: Votes(|votes, _| Ok(votes::copeland(votes))), "majorities of questions won minus those lost";

    /// Share of comparisons on questions that a model wins, ties left out.
    ///
    /// The score is wins / (wins + losses) over all questions and other models, or 1/2 for none.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Brandt et al. (2016), Handbook of Computational Social Choice.
    win_rate: Votes(|votes, _| Ok(votes::win_rate(votes))), "share of questions won against other models, ties left out"
        .shares();

    /// Minus the strongest majority against the model (Simpson and Kramer).
    ///
    /// The score is -max over j of P_ji - P_ij, from 0 down; with "winning_votes", of P_ji where the
    /// majority prefers j.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Brandt et al. (2016), Handbook of Computational Social Choice.
    minimax: Votes(votes::minimax), "minus the strongest majority against the model"
        .options(&[VARIANT, TIE_POLICY]);

    /// The strongest paths of majorities.
    ///
    /// A path is as strong as the weakest P_ij of its majorities. i is above j if its strongest path
    /// is stronger than the way back. Scores are levels: L for models that none is above, then L - 1.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Schulze (2011), A new monotonic, clone-independent, reversal symmetric method.
    schulze: Votes(votes::schulze), "the strongest paths of majorities"
        .options(&[TIE_POLICY]);

    /// Majorities from the strongest on, without circles (Tideman).
    ///
    /// Majorities are locked unless they contradict locked ones. Those of equal strength are locked
    /// together, and left out if they close a circle. So names of models change nothing, unlike in
    /// scorio 0.2.3. Scores are levels: L for models that none is above, then L - 1.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Tideman (1987), Independence of clones as a criterion for voting rules.
    ranked_pairs: Votes(votes::ranked_pairs), "majorities from the strongest on, without circles"
        .options(&[STRENGTH, TIE_POLICY]);

    /// The orders that agree with the most preferences of questions, exactly.
    ///
    /// The agreement of an order is the sum of P_ij over the pairs with i above j. Scores are levels
    /// of the pairs that every best order has alike: L for models that none is above, then L - 1.
    /// Groups of more than 22 models that majorities do not separate are an error.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Kemeny (1959), Mathematics without numbers. Young (1977), Extending Condorcet's rule.
    kemeny_young: Votes(votes::kemeny_young), "the orders that agree with most preferences of questions"
        .options(&[TIE_POLICY, TIE_AWARE]);

    /// The median share of successes, then the grades next to it.
    ///
    /// Of models with equal lower medians, one such grade of each is removed, until they differ.
    /// Scores are levels, from L down.
    /// # Errors
    /// A model that shares no question with the others.
    /// # Source
    /// Balinski & Laraki (2011), Majority Judgment.
    majority_judgment: Votes(|votes, _| Ok(votes::majority_judgment(votes))), "the median share of successes; ties by the shares beside the median";
}
