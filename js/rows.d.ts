// The rows of results. `make rows` writes this file from the declarations in the core.
/** A figure measured by simulation. */
export interface Measured {
  /** The figure. */
  value: number;
  /** Its Monte Carlo standard error. The error of a mean is NaN if there is only one replicate. */
  error: number;
}

/** What a gate says of a question, or of a model's score. */
export interface Gated {
  /** `pass`, `fail` or `undecided`. */
  verdict: string;
  /** Model. */
  model: string;
  /** Task; missing in overall rows. */
  task: string | null;
  /** Slice; missing but in rows of slices. */
  slice: string | null;
  /** Question; missing if the row is about a score. */
  question: string | null;
  /** Score: of a question, its share of successes. It is missing without a trial. */
  score: number | null;
  /** Lower end of the interval whose ends each have the confidence. */
  lo: number | null;
  /** Upper end of that interval. */
  hi: number | null;
  /** Of a question: the chance of as few successes, if it were exactly at the level. */
  pFail: number | null;
  /** Of a question: the chance of as many successes, if it were exactly at the level. */
  pPass: number | null;
  /**
   * `p_fail`, adjusted for the questions of the model where fails are. At most 1 − confidence
   * fails.
   */
  pFailAdjusted: number | null;
  /**
   * `p_pass`, adjusted for the questions of the model where passes are. At most 1 − confidence
   * passes.
   */
  pPassAdjusted: number | null;
  /** The confidence of the decision. */
  confidence: number;
  /** Questions that the row is about. */
  questions: number;
  /** Questions that any model was asked. */
  questionsAsked: number;
  /** Trials with an outcome. */
  trials: number;
  /** Trials without an outcome. They do not count. */
  missing: number;
  /** Successes; missing if the row is about a score. */
  successes: number | null;
  /**
   * Fewest further trials, of the question or of each question, after which a decision is
   * expected, if the share of successes, or the score, stays. It is missing if decided, or
   * beyond a million.
   */
  more: number | null;
  /** Fewest further trials of the question after which it passes, if all of them succeed. */
  toPass: number | null;
  /** Fewest further trials of the question after which it fails, if all of them fail. */
  toFail: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** The score of one model. */
export interface Score {
  /** Task; missing in overall rows. */
  task: string | null;
  /** Slice of the questions; missing in tables of all questions. */
  slice: string | null;
  /** Name of the metric's function. */
  metric: string;
  /** Budget; missing if the metric has none. */
  k: number | null;
  /**
   * Parameters that were given to the metric, such as `tau=0.5`, or the weights that the
   * categories are named by.
   */
  parameters: string;
  /** Model. */
  model: string;
  /** Score. */
  score: number;
  /** Standard deviation of the score. */
  sigma: number;
  /** Lower end of the interval. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
  /**
   * Plain standard error of the mean over questions. It is missing for one question, and for
   * metrics without a score of each question.
   */
  sem: number | null;
  /** Whether the prior of `bayes` moves the score from the plain average by more than σ. */
  pulled: boolean;
  /** Competition rank by score. */
  rank: number;
  /** Best rank that the comparisons allow: 1 + the number of models that are separated above it. */
  rankLo: number;
  /** Worst rank that the comparisons allow: M − the number of models that are separated below it. */
  rankHi: number;
  /** Probability of the first rank. */
  pBest: number;
  /** Whether it is not separated from the model with the highest score. */
  withLeader: boolean;
  /**
   * Letters that the model shares with all models from which it is not separated. They are empty
   * in tables of more than 500 models, and where 26 letters are too few.
   */
  letters: string;
  /** Questions that the score is computed from. */
  questions: number;
  /** Questions that any model was asked. */
  questionsAsked: number;
  /** Trials with an outcome. */
  trials: number;
  /** Trials without an outcome. They are left out of the score. */
  missing: number;
  /**
   * Share of expected trials that have an outcome. Each question is expected to have as many
   * trials as the largest number of any question. If questions have weights, a trial counts by
   * the weight of its question.
   */
  coverage: number;
  /**
   * The score with all missing trials counted as failures (the category of the lowest weight).
   * It is missing if trials are missing and a success can lower the score.
   */
  worst: number | null;
  /** The score with all missing trials counted as successes (the category of the highest weight). */
  best: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** A model without a score in a table. */
export interface Unscored {
  /** Task; missing if the table is the overall one. */
  task: string | null;
  /** Model. */
  model: string;
  /** Trials that a question needs to count. */
  trials: number;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** What the judge and the labels tell of a model's score. */
export interface Judged {
  /** Task; missing in overall rows. */
  task: string | null;
  /** Model. */
  model: string;
  /** Average of the judge's outcomes; missing unless all of them read as labels do. */
  judge: number | null;
  /** That average minus the score; missing without a score. */
  bias: number | null;
  /** Trials with a label. */
  labels: number;
  /** How many labels would say as much without the judge; missing without a score. */
  worth: number | null;
  /**
   * How many times larger the variance is because labels share questions; missing without a
   * score.
   */
  designEffect: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** The difference of one model from the baseline. */
export interface Comparison {
  /** Model. */
  model: string;
  /** Model that it is compared with. */
  baseline: string;
  /** Task; missing in overall rows. */
  task: string | null;
  /** Score of the model minus score of the baseline. */
  difference: number;
  /** Standard deviation of the difference. */
  sigma: number;
  /** Lower end of the interval, which holds together with those of the other comparisons. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
  /** Confidence of all comparisons together. */
  level: number;
  /** P(A > B), the probability that the model is better than the baseline. */
  probability: number;
  /** ρ, the probability that the model with the higher score is the better one. */
  ranking: number;
  /** Difference / sigma; 0 if both are 0. */
  z: number;
  /** Two-sided p-value: how often chance alone makes a difference at least as large. */
  pvalue: number;
  /**
   * The p-value for all `comparisons` together: 1 − (1 − p)^m (Šidák 1967). The models are
   * separated where it is at most 1 − level.
   */
  pAdjusted: number;
  /** Whether the two models are separated. Then 0 is outside the interval. */
  separated: boolean;
  /** Comparisons that hold together with the level: M − 1 of M models, or M (M − 1) / 2. */
  comparisons: number;
  /** The p-value adjusted by Holm for the rows of the table. */
  holm: number;
  /** The p-value adjusted by Benjamini and Hochberg for the rows of the table. */
  bh: number;
  /** Degrees of freedom of Student's t; missing if z is normal. */
  degrees: number | null;
  /** Score of the model. */
  score: number;
  /** Score of the baseline. */
  baselineScore: number;
  /** Questions that the model's score is computed from. */
  questions: number;
  /** Questions that the baseline's score is computed from. */
  baselineQuestions: number;
  /** Questions that only the model has. A paired comparison leaves them out. */
  unmatched: number;
  /** Questions that only the baseline has. A paired comparison leaves them out. */
  baselineUnmatched: number;
  /** Trials of the model. */
  trials: number;
  /** Trials of the baseline. */
  baselineTrials: number;
  /** Whether the two models have different numbers of trials per question. */
  uneven: boolean;
  /** Whether the prior moves the model's score from its plain average by more than its σ. */
  pulled: boolean;
  /** The same for the baseline. */
  baselinePulled: boolean;
  /** Number of clusters; missing without clusters. */
  clusters: number | null;
  /**
   * Smallest number of questions whose removal makes the difference vanish or change sign;
   * missing if questions are not paired.
   */
  decisive: number | null;
  /** Margin that the verdict is about; missing without a margin, and in rows by task. */
  margin: number | null;
  /** Probability that the model is worse than the baseline by more than the margin. */
  worseProbability: number | null;
  /** Whether it is separated from a model that is worse by the margin. */
  worse: boolean | null;
  /** A model that is worse by this is found worse with probability 0.8. */
  detectable: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** A question on which a model and the baseline are compared. */
export interface QuestionDifference {
  /** Model. */
  model: string;
  /** Task; empty if the log names none. */
  task: string;
  /** Question. */
  question: string;
  /** Score of the model. */
  score: number;
  /** Score of the baseline. */
  baselineScore: number;
  /** Score of the model minus score of the baseline. */
  difference: number;
  /** Part of the overall difference. The parts add up to it. */
  part: number;
  /**
   * Posterior mean of the difference; missing where single numbers do not tell it. A
   * hierarchical posterior leans on the other questions of each model.
   */
  expected: number | null;
  /** Posterior standard deviation of the difference; missing with expected. */
  sigma: number | null;
  /** P(A > B) on this question, by the same posterior; missing with expected. */
  probability: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
  /** Cluster; missing if the question has none. */
  cluster: string | null;
}

/** A question that only one of a comparison's two models has, with an outcome. */
export interface Unmatched {
  /** Model of the comparison. */
  model: string;
  /** The one of the two models that has the question. */
  of: string;
  /** Task; empty if the log names none. */
  task: string;
  /** Question. */
  question: string;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** A model that a table lacks, and why. */
export interface Uncompared {
  /** Model. */
  model: string;
  /** Task; empty for the overall table. */
  task: string;
  /** Why it has no row. */
  reason: string;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** Two models, and how far they differ. The one with the higher score is first. */
export interface Pair {
  /** Model with the higher score. */
  model: string;
  /** Model with the lower score. */
  other: string;
  /** Score of the model minus score of the other. */
  difference: number;
  /** Standard deviation of the difference. */
  sigma: number;
  /** Lower end of the interval. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
  /** P(A > B), the probability that the model is better than the other. */
  probability: number;
  /** ρ, the probability that the model with the higher score is the better one. */
  ranking: number;
  /** Two-sided p-value of this pair alone. */
  pvalue: number;
  /** The p-value for all comparisons of a model together. */
  pAdjusted: number;
  /** Whether the two models are separated. Then 0 is outside the interval. */
  separated: boolean;
  /** Questions that the model's score is computed from. */
  questions: number;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** How many trials of each question separate two models. */
export interface TrialsNeeded {
  /** The fewest that have the power. Missing if no number up to 10⁹ is enough. */
  trials: number | null;
  /** The same if half the difference is true. */
  half: number | null;
  /** The power of so many trials. Missing with them. */
  power: number | null;
  /** The true difference that is assumed, a − b. */
  difference: number;
  /** Whether fewer may be enough, because single trials do not tell how much further ones vary. */
  atMost: boolean;
}

/** What to expect after N trials of each question. */
export interface Foresight {
  /** N, the number of trials. */
  trials: number;
  /** Mean of z. */
  z: Measured;
  /** The 5 %, 50 % and 95 % quantiles of z. */
  quantiles: number[];
  /** Probability that z reaches the threshold. */
  separated: Measured;
  /** Probability that the means are in the order of the true scores. */
  right: Measured;
  /** Probability that z reaches the threshold in the right order. */
  found: Measured;
  /** Probability that z reaches the threshold in the wrong order, or for equal models. */
  wrong: Measured;
}

/** How far a model's interval is from a half-width. */
export interface Narrowing {
  /** Half the width as it is. Missing without trials. */
  halfWidth: number | null;
  /** The fewest further trials of each question. Missing if no number up to 10⁹ is enough. */
  more: number | null;
  /** Whether fewer may be enough, because single trials do not tell how much further ones vary. */
  atMost: boolean;
}

/** How far a model is from being separated from a baseline. */
export interface Separation {
  /** The difference of the scores. */
  difference: number;
  /** Difference / σ as it is. Missing for assumed probabilities. */
  z: number | null;
  /** The fewest further trials that have the power. Missing if no number up to 10⁹ is enough. */
  more: number | null;
  /** The same if half the difference is true. */
  half: number | null;
  /** Whether fewer may be enough, because single trials do not tell how much further ones vary. */
  atMost: boolean;
}

/** How far a model is from being separated from a baseline. */
export interface ModelSeparation {
  /** Model. */
  model: string;
  /** The model that it is compared with. */
  baseline: string;
  /** Questions of the model that count. */
  questions: number;
  /** Trials of a question of the model, on average. */
  trials: number;
  /** Score of the model minus score of the baseline. */
  difference: number;
  /** Difference / σ as it is. */
  z: number;
  /** The fewest further trials that have the power. Missing if no number up to 10⁹ is enough. */
  more: number | null;
  /** The same if half the difference is true. */
  half: number | null;
  /** Whether fewer may be enough, because single trials do not tell how much further ones vary. */
  atMost: boolean;
}

/** The place of a model among others. */
export interface SeparatedModel {
  /** Competition rank by score. */
  rank: number;
  /** Best rank that the comparisons allow. */
  rankLo: number;
  /** Worst rank that the comparisons allow. */
  rankHi: number;
  /** Whether it is not separated from the model with the highest score. */
  withLeader: boolean;
  /**
   * Letters that the model shares with all models from which it is not separated. They are empty
   * for more than 500 models, and where 26 letters are too few.
   */
  letters: string;
}

/** How good the judge is on the trials of a model, by the labels. */
export interface Judging {
  /** The judge, where there are several. Otherwise it is empty. */
  judge: string;
  /** Model. */
  model: string;
  /** Trials with an outcome of the judge. */
  trials: number;
  /** Trials with a label. */
  labels: number;
  /** How often judge and label agree; missing unless the judge says yes or no. */
  agreement: number | null;
  /** Lower end of its interval. */
  agreementLo: number | null;
  /** Upper end. */
  agreementHi: number | null;
  /**
   * How often the judge says yes where the label is yes; missing unless the judge says yes or
   * no, and where no label is yes.
   */
  sensitivity: number | null;
  /** Lower end of its interval. */
  sensitivityLo: number | null;
  /** Upper end. */
  sensitivityHi: number | null;
  /** How often the judge says no where the label is no; missing as sensitivity is. */
  specificity: number | null;
  /** Lower end of its interval. */
  specificityLo: number | null;
  /** Upper end. */
  specificityHi: number | null;
  /** Cohen's κ; missing unless the judge says yes or no, and where both always say the same. */
  kappa: number | null;
  /**
   * Average of the judge minus the corrected score; missing unless its outcomes read as labels
   * do.
   */
  bias: number | null;
  /** Lower end of its interval; missing unless the judge says yes or no. */
  biasLo: number | null;
  /** Upper end. */
  biasHi: number | null;
  /**
   * How much more often the judge says yes than it would for the answers of the other models;
   * missing without others that have labels.
   */
  favours: number | null;
  /** Its standard deviation. */
  favoursSigma: number | null;
  /** Its two-sided p-value. */
  favoursPvalue: number | null;
  /** The p-value adjusted by Holm for the models. */
  favoursHolm: number | null;
  /**
   * How far labelled trials differ from others with the same outcome, by the judge's mean on the
   * other trials of their questions, in standard deviations; missing where nothing can differ.
   */
  unlike: number | null;
}

/** The labels to add to the trials of a model with one outcome of the judge. */
export interface LabelPlan {
  /** Model. */
  model: string;
  /** Outcome of the judge. */
  outcome: string;
  /** Trials with this outcome. */
  trials: number;
  /** Those of them with a label. */
  labels: number;
  /** Labels to add. */
  add: number;
  /** Half the width of the model's interval that is expected then. */
  halfWidth: number;
  /** Half the width that no label lowers. Only more trials do. */
  floor: number;
  /** Whether the wanted half-width is reached. */
  reached: boolean;
}

/** How far a model differs from the baseline on the questions of a slice. */
export interface SliceDifference {
  /** Slice: the values of the fields. */
  slice: string;
  /** Model. */
  model: string;
  /** Model that it is compared with. */
  baseline: string;
  /**
   * Questions that the model's score is computed from; missing for known differences, and so are
   * scores.
   */
  questions: number | null;
  /** Score of the model minus score of the baseline. */
  difference: number;
  /** Standard deviation of the difference. */
  sigma: number;
  /** Lower end of the interval of the difference, as of a comparison on these questions alone. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
  /** Two-sided p-value of this slice alone. */
  pvalue: number;
  /**
   * The p-value adjusted by Holm for the judged slices of the model; missing if it is not
   * judged.
   */
  holm: number | null;
  /** P(A > B), the probability that the model is better, by this slice alone. */
  probability: number;
  /** Degrees of freedom of Student's t; missing if the difference is normal. */
  degrees: number | null;
  /**
   * The difference, leaning on those of other slices; missing for fewer than three judged
   * slices, and if it is not judged.
   */
  shrunken: number | null;
  /** Its standard deviation. */
  shrunkenSigma: number | null;
  /** Lower end of its interval. */
  shrunkenLo: number | null;
  /** Upper end of its interval. */
  shrunkenHi: number | null;
  /** P(A > B) by all slices together. */
  shrunkenProbability: number | null;
  /** Whether it has the 10 questions that a judgement needs. */
  judged: boolean;
  /** The margin; missing without one. */
  margin: number | null;
  /** p-value of the hypothesis that the model is worse by the margin at most. */
  worsePvalue: number | null;
  /** The same adjusted by Holm for the judged slices of the model. */
  worseHolm: number | null;
  /**
   * Whether the model is worse by more than the margin: the adjusted value is below 1 −
   * confidence.
   */
  failing: boolean | null;
  /** Score of the model. */
  score: number | null;
  /** Score of the baseline. */
  baselineScore: number | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** Whether the differences of a model differ between slices, and by how much. */
export interface Heterogeneity {
  /** Model. */
  model: string;
  /** Model that it is compared with. */
  baseline: string;
  /** Judged slices. */
  slices: number;
  /** The difference that they share: their mean, weighted by 1/σ². */
  pooled: number | null;
  /** Its standard deviation, if the slices do not differ. */
  pooledSigma: number | null;
  /** Cochran's Q: how far the slices are from it. */
  q: number | null;
  /** Degrees of freedom of Q. */
  degrees: number | null;
  /** Probability of such a Q if the slices do not differ. */
  pvalue: number | null;
  /** How far a slice of typical σ leans on the others, from 0 to 1: the mean of B. */
  shrinkage: number | null;
  /** How far true differences scatter over slices: the mean of τ. */
  spread: number | null;
  /** Mean of the true differences of slices. */
  common: number | null;
  /** Its standard deviation. */
  commonSigma: number | null;
  /** How many slices fail; missing without a margin. */
  failing: number | null;
  /** `pass` or `fail`; missing unless each slice is judged by the margin. */
  verdict: string | null;
  /** Which of several scores of a trial; empty for the only or the headline score. */
  scoreName: string;
}

/** The score of a model beside its cost. */
export interface Cost {
  /** Task; missing in the overall table. */
  task: string | null;
  /** Model. */
  model: string;
  /** Rank by score. */
  rank: number;
  /** Score. */
  score: number;
  /** Its posterior standard deviation. */
  sigma: number;
  /** Lower end of its interval. */
  lo: number;
  /** Upper end. */
  hi: number;
  /** Mean cost of a trial. */
  cost: number;
  /** Its standard deviation. */
  costSigma: number;
  /** Lower end of its interval. */
  costLo: number;
  /** Upper end; missing where there is none. */
  costHi: number | null;
  /** Cost of a success, cost / score; missing without any success. */
  perSuccess: number | null;
  /** Lower end of its interval. */
  perSuccessLo: number;
  /** Upper end; missing where there is none. */
  perSuccessHi: number | null;
  /** Probability that no other model is better and cheaper. */
  frontier: number;
  /** "frontier", "dominated", or "open" if neither is sure. */
  verdict: string;
  /** A model that is better and cheaper, if that is sure. */
  dominatedBy: string | null;
  /** Whether the score is not separated from the best. */
  withLeader: boolean;
  /**
   * Probability that the score is above the best of the others minus `within`; missing without
   * `within`.
   */
  within: number | null;
  /** Sum of all costs. */
  spent: number;
  /** The share of it that the most expensive question took. */
  dearest: number;
  /** Number of questions. */
  questions: number;
  /** Trials with a cost. */
  trials: number;
  /** Trials without a cost. */
  lacking: number;
  /** Degrees of freedom of the mean cost. */
  degrees: number;
  /** Skewness of the mean cost. */
  skewness: number;
  /** Correlation of score and mean cost. */
  correlation: number;
}

/** Two models by cost and score. */
export interface CostPair {
  /** Task; missing in the overall table. */
  task: string | null;
  /** Model. */
  model: string;
  /** The other model. */
  other: string;
  /** Cost of the model over that of the other; missing if the other costs nothing. */
  ratio: number | null;
  /** Lower end of its interval. */
  lo: number | null;
  /** Upper end; missing where there is none. */
  hi: number | null;
  /** Probability that the model has the higher score. */
  better: number;
  /** Probability that it is cheaper. */
  cheaper: number;
  /** Probability that it is better and cheaper. */
  dominates: number;
  /** Probability that the other is better and cheaper. */
  dominated: number;
}

/** A model that tries again until the first success. */
export interface Retry {
  /** Task; missing in the overall table. */
  task: string | null;
  /** Model. */
  model: string;
  /** The most tries. */
  tries: number;
  /** Probability of a success, Pass@k. */
  success: number;
  /** Lower end of its interval; missing where the trials do not tell it. */
  successLo: number | null;
  /** Upper end. */
  successHi: number | null;
  /** Mean cost of all tries of a question. */
  cost: number;
  /** Its standard deviation; missing where the trials do not tell it. */
  costSigma: number | null;
  /** Lower end of its interval. */
  costLo: number | null;
  /** Upper end. */
  costHi: number | null;
  /** Cost of a success; missing without any. */
  perSuccess: number | null;
  /** Lower end of its interval. */
  perSuccessLo: number | null;
  /** Upper end. */
  perSuccessHi: number | null;
  /** Whether no other model and number of tries has more success at no higher cost. */
  onFrontier: boolean;
}

/** Success of a model within a cap on the cost of a trial. */
export interface Capped {
  /** Task; missing in the overall table. */
  task: string | null;
  /** Model. */
  model: string;
  /** The cap. */
  cap: number;
  /** Share of trials that succeed at this cost or less. */
  success: number;
  /** Its posterior standard deviation. */
  sigma: number;
  /** Lower end of its interval. */
  lo: number;
  /** Upper end. */
  hi: number;
}

/** Where the curves of two models cross, of success within a cap. */
export interface CostCrossing {
  /** Task; missing in the overall table. */
  task: string | null;
  /** The model that succeeds more often below. */
  model: string;
  /** The model that succeeds more often above. */
  other: string;
  /** The cap at which the two are equal. */
  cap: number;
  /** Lower end of its interval: the caps at which the two are not separated. */
  lo: number;
  /** Upper end; missing where the two are not separated at the largest cost. */
  hi: number | null;
  /** Whether the one is ahead of all models just below this cap, and the other from it on. */
  leads: boolean;
}

/** What a gate says of the mean cost of a model. */
export interface CostGated {
  /** `pass`, `fail` or `undecided`. */
  verdict: string;
  /** Task; missing in overall rows. */
  task: string | null;
  /** Model. */
  model: string;
  /** The model whose cost it is compared with; missing where the mean cost itself has the limit. */
  baseline: string | null;
  /** Mean cost of a trial, or its quotient; missing if the baseline costs nothing. */
  value: number | null;
  /** Lower end of the interval whose ends each have the confidence. */
  lo: number | null;
  /** Upper end of that interval; missing where there is none. */
  hi: number | null;
  /** The limit. */
  limit: number;
}

/** What more trials of a model cost. */
export interface CostPlan {
  /** Model. */
  model: string;
  /** Number of questions. */
  questions: number;
  /** Trials of each question with a cost, on average. */
  trials: number;
  /** Half the width of the interval of the score as it is. */
  halfWidth: number | null;
  /** Further trials of each question. Missing if no number up to 10⁹ is enough. */
  more: number | null;
  /** Half the width after them. */
  then: number | null;
  /** With money, half the width after as many further trials for each model. */
  even: number | null;
  /** What the further trials cost. */
  money: number | null;
  /** The same at the lower end of the mean cost. */
  moneyLo: number | null;
  /** The same at its upper end; missing where there is none. */
  moneyHi: number | null;
}

/** The horizon of a model at a share of success. */
export interface Horizon {
  /** Model. */
  model: string;
  /** The share of success. */
  at: number;
  /**
   * "fitted"; or, without a fit, "above" or "below" all tasks, "between" two lengths, or
   * "rising" where longer tasks are not harder.
   */
  kind: string;
  /**
   * The length at which the success is `at`; missing without a fit, and beyond the largest
   * number.
   */
  horizon: number | null;
  /** Lower end of its interval; missing where there is none, or no fit. */
  lo: number | null;
  /** Upper end. */
  hi: number | null;
  /** log2 of the horizon; missing without a fit. */
  log2: number | null;
  /** Lower end of its interval. */
  log2Lo: number | null;
  /** Upper end. */
  log2Hi: number | null;
  /** Whether the interval has no finite ends. */
  unbounded: boolean;
  /** Whether the horizon is longer than the longest task. */
  beyond: boolean;
  /** Whether it is shorter than the shortest task. */
  shortOf: boolean;
  /** Without a fit, the length up to which all trials succeed. */
  solvedTo: number | null;
  /** Without a fit, the length from which no trial succeeds. */
  noneFrom: number | null;
  /** The horizon in words, such as 1h 02m. */
  shown: string;
  /** Its interval in words. */
  shownInterval: string;
  /** Number of tasks. */
  tasks: number;
  /** Number of their clusters: of families, or of tasks. */
  clusters: number;
  /** Number of trials. */
  trials: number;
  /** Length of the shortest task. */
  shortest: number;
  /** Length of the longest task. */
  longest: number;
  /** How many minutes a length of 1 is; missing where lengths are no times. */
  minutes: number | null;
  /** The shortest length in words. */
  shownShortest: string;
  /** The longest length in words. */
  shownLongest: string;
}

/** The horizons of two models. */
export interface HorizonRatio {
  /** Model. */
  model: string;
  /** The baseline. */
  baseline: string;
  /** The share of success. */
  at: number;
  /** Horizon of the model over that of the baseline. */
  ratio: number;
  /** Lower end of its interval; missing where it is unknown. */
  lo: number | null;
  /** Upper end. */
  hi: number | null;
  /** The difference of the logarithms to the base 2. */
  log2: number;
  /** Its standard deviation. */
  sigma: number | null;
  /** Probability that the model has the longer horizon. */
  longer: number | null;
}

/** The time in which horizons double. */
export interface Doubling {
  /** The share of success. */
  at: number;
  /** Number of models with a date and a horizon. */
  models: number;
  /** Days until the horizon is twice as long; missing where horizons do not grow. */
  days: number | null;
  /** Lower end of its interval; missing where there is none. */
  lo: number | null;
  /** Upper end; missing where horizons may not grow at all. */
  hi: number | null;
  /** Doublings a day. */
  perDay: number;
  /** log2 of the horizon at day 0. */
  intercept: number;
  /** Standard deviation of the doublings a day, from the tasks. */
  sigmaTasks: number | null;
  /** The same from the scatter of models about the line; missing for two models. */
  sigmaScatter: number | null;
}

/** Tasks of a model from one length to four times as long: observed beside fitted success. */
export interface HorizonBin {
  /** Model. */
  model: string;
  /** The length at which it begins. */
  low: number;
  /** The length below which it ends. */
  high: number;
  /** Number of tasks. */
  tasks: number;
  /** Share of success. */
  observed: number;
  /** Mean of the curve at these tasks. */
  fitted: number;
  /** Where it begins, in words. */
  shownLow: string;
  /** Where it ends, in words. */
  shownHigh: string;
  /** Whether it has 5 or more tasks, and the two differ by more than 0.15. */
  off: boolean;
}

/** The curve of a model: logit of the success = intercept + slope · log2 of the length. */
export interface HorizonCurve {
  /** Model. */
  model: string;
  /** Intercept. */
  intercept: number;
  /** Slope for each doubling of the length. */
  slope: number;
  /** Variance of the intercept; missing where it is unknown. */
  varianceIntercept: number | null;
  /** Covariance of both. */
  covariance: number | null;
  /** Variance of the slope. */
  varianceSlope: number | null;
}

/** A run of a series. */
export interface DriftRun {
  /** The run. */
  run: string;
  /** Its score. */
  score: number;
  /** Standard deviation of the score over new trials of the same questions. */
  sigma: number;
  /** Lower end of its interval by itself. */
  lo: number;
  /** Upper end. */
  hi: number;
  /** Mean score of the runs before it; missing for the first. */
  before: number | null;
  /**
   * The model leaves its level with a run below this limit. It is missing for the first run,
   * after the model has left, and where no score is so low.
   */
  lower: number | null;
  /** The same above this limit. It is missing where no score is so high. */
  upper: number | null;
  /** Evidence for a change so far: how many times likelier the runs are than without any change. */
  evidence: number;
  /** Whether the model has left its level with this run or an earlier one. */
  left: boolean;
  /** Number of trials. */
  trials: number;
}

/** What a series of runs says of its model. */
export interface DriftVerdict {
  /** "steady", "below" or "above": whether the score has left its level, and to which side. */
  verdict: string;
  /** The first run at which it had left; missing if it is steady. */
  leftAt: string | null;
  /** The first run after the likeliest change; missing if it is steady. */
  changedAt: string | null;
  /** Score from that run on minus the score before; missing if it is steady. */
  difference: number | null;
  /** Lower end of its interval, which holds at every look. */
  lo: number | null;
  /** Upper end. */
  hi: number | null;
  /** p-value that holds at every look. */
  pvalue: number;
  /** Whether it is surely worse by more than the margin; missing without a margin. */
  worse: boolean | null;
  /** Number of runs. */
  runs: number;
  /** Questions that all runs have. */
  questions: number;
  /** Questions that only some runs have. They are left out. */
  leftOut: number;
}
