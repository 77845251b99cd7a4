/** What the sealed hash of an applied value is bound to. */
export const APPLIED_PURPOSE = 'applied-field'
