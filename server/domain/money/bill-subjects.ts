/** What a sum of bills can be split by. */
export const BILL_SUBJECTS = ['channel', 'model', 'user'] as const
export type BillSubject = (typeof BILL_SUBJECTS)[number]
