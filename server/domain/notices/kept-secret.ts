/** Answered in place of a secret that is set, and taken for "as it is". */
export const KEPT_SECRET = '***'
