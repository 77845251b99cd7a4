/** An answer of Responses that is kept here, because no vendor keeps it. */
export interface StoredResponse {
  readonly userId: number
  readonly id: string
  readonly tokenId: number | undefined
  /** The answer that it went on with. */
  readonly previousId: string | undefined
  /** Items of the request itself: JSON, with commas between them. */
  readonly input: string
  /** The answer as its client got it: JSON. */
  readonly response: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Nobody finds what is another user's. */
export interface StoredResponses {
  /** The answer and all before it, the first one first; empty when one of them is not there. */
  readonly line: (userId: number, id: string) => Promise<readonly StoredResponse[]>
  /** The answer alone, also where what it went on from is gone. */
  readonly find: (userId: number, id: string) => Promise<StoredResponse | undefined>
  /** Written behind the client's back; who asks this process finds it at once. */
  readonly keep: (answer: StoredResponse) => void
  readonly forget: (userId: number, id: string) => Promise<void>
}
