//! What a user can do about an error of a record or a trial.

scorio_core::remedies! {
    /// Choose what to do with missing outcomes: drop, or fail.
    ChooseOnMissing "choose_on_missing" = "say what to do with missing outcomes: {on_missing=drop}, \
        or {on_missing=fail} to count them as failures",
    /// Choose what to do with duplicate trials: first, last, or keep.
    ChooseOnRepeat "choose_on_repeat" = "say what to do with repeated trials: {on_repeat=first}, \
        {on_repeat=last}, or {on_repeat=keep} to count them all",
    /// Name the field of a role.
    NameField "name_field" = "name the field that holds it ({@role=FIELD})" {
        /// The role.
        role: &'static str,
    },
    /// Name the field of a role, take it from the path, or set it as a constant.
    NameFieldOrConstant "name_field_or_constant" = "name the field that holds it ({@role=FIELD})\
        [, take it from the path ({path=PATTERN}),] or set it as a constant ({constants[@role:NAME]})" {
        /// The role.
        role: &'static str,
    },
    /// Name the field of the outcome, or choose what to do with missing outcomes.
    NameFieldOrOnMissing "name_field_or_on_missing" = "name the field that holds it \
        ({outcome=FIELD}) or, if only some records lack it, say what to do with missing outcomes: \
        {on_missing=drop}, or {on_missing=fail} to count them as failures",
    /// Save counts as Parquet.
    SaveCounts "save_counts" = "if these are counts, save them as Parquet, with columns model, \
        question, and two or more such as count_0 and count_1",
    /// Name the field of a role that only some records have, or set it as a constant.
    NameUnevenField "name_uneven_field" = "name the field for the {role} ({@role=FIELD}), or set the \
        {role} as a constant ({constants[@role:NAME]})" {
        /// The role.
        role: &'static str,
    },
    /// Name the field of the cost, or a sum of products of fields.
    NameCost "name_cost" = "name the field that holds it ({cost=FIELD}), or a sum of products, as in \
        {cost=@example}" {
        /// An example.
        example: &'static str,
    },
    /// Add the price that is lacking.
    AddPrice "add_price" = "add it to the prices, as a number from 0 for a million",
    /// Skip records that cannot be read.
    SkipBadLines "skip_bad_lines" = "skip such records ({on_bad_line=skip})",
    /// Write records as JSON.
    WriteAsJson "write_as_json" = "these are Python's dicts, which json.dumps writes as JSON",
    /// Write each record on a line of its own.
    WriteOnLines "write_on_lines" = "write each record on a line of its own, as jq -c . does, or all \
        as one list",
    /// End lines by line feeds.
    EndLines "end_lines" = "end them by line feeds, as tr '\\r' '\\n' does",
    /// Save the file as UTF-8.
    SaveAsUtf8 "save_as_utf8" = "save it as UTF-8",
    /// Name the texts of each category.
    NameTexts "name_texts" = "say which outcomes fail and which succeed, as in \
        {categories[failed:wrong;passed:right]}",
    /// Name categories or a threshold.
    NameCategories "name_categories" = "name categories or a threshold for others ({categories=}, \
        {threshold=})",
    /// Name categories or a threshold, or read numbers as they are.
    NameCategoriesOrNumeric "name_categories_or_numeric" = "name categories or a threshold for \
        others ({categories=}, {threshold=})[, or read numbers as they are ({numeric=true})]",
    /// Read categories, not numbers.
    LeaveNumericOut "leave_numeric_out" = "leave {numeric=} out to count categories, or name a field \
        of numbers ({outcome=FIELD})",
    /// Leave order out, or number the trials again.
    LeaveOrderOutOrNumber "leave_order_out_or_number" = "[leave {order=} out, or ]number the trials \
        again",
    /// Say what the names of several outcome fields are: models, tasks, trials, questions or scores.
    SayWhatStarNames "say_what_star_names" = "say what they are: models ({model=*}), tasks, trials, \
        questions, or scores ({score=all})",
}
