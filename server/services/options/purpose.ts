/** What the sealed value of a secret option is bound to. */
export const OPTION_PURPOSE = 'option'
