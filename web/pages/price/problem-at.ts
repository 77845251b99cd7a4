/** What is wrong with a field of a price, once it is to be shown; `undefined` for nothing. */
export type ProblemAt = (place: string) => string | undefined
