/**
 * A comment of server-sent events. One line feed, and no blank line: behind a stream's first `id:`
 * openai-python takes a blank line for an empty event, and fails to parse it.
 */
export const COMMENT = ': keep-alive\n'

/**
 * Google's SDKs parse every line that is not blank, and split events at blank lines: a comment
 * breaks some of them, and others lose the event behind it.
 */
export const BLANK_LINES = '\n\n'
