/** Answers of Responses that are kept here for their users, where no vendor keeps them. */
export interface StoredResponsesTable {
  user_id: number
  /** As the client was told it. */
  id: string
  /** 0 for none. */
  token_id: number
  /** The answer that it went on with; "" for none. */
  previous_id: string
  /** Items of the request itself: JSON, with commas between them. */
  input: string
  /** The answer as its client got it: JSON. */
  response: string
  /** Of both texts. */
  characters: number
  created_at: number
  expires_at: number
}
