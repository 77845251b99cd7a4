/** English patterns and what they are in another language. */
export type Texts = Readonly<Record<string, string>>
