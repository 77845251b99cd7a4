/** What is wrong with a place of a price, once it is to be told; `undefined` for nothing. */
export type ProblemAt = (place: string) => string | undefined
