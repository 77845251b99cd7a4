/** Somebody who was invited, for what may be paid to who invited them. */
export interface InvitedTable {
  user_id: number
  inviter_id: number
  /** From which the account was registered; "" where nobody knows. */
  address: string
  created_at: number
}

/** One row a user: the last day that credit was given for. */
export interface CheckInsTable {
  user_id: number
  /** `2026-11-28`, in the time zone of the site. */
  day: string
  created_at: number
}
