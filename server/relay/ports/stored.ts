/** An answer of Responses that is stored here, because no vendor stores it. */
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

/** What the database knows of an answer that was requested in the background. */
export interface RunState {
  /** False while some process makes it. */
  readonly isOver: boolean
  /** What its stream said, one JSON text per line; `undefined` where that is not known. */
  readonly events: string | undefined
}

/** Answers that are made in the background. What of them is fetched is a stored response. */
export interface StoredRuns {
  /** Rejects when it could not be written: then no client learns of it. */
  readonly begin: (answer: StoredResponse) => Promise<void>
  readonly change: (answer: StoredResponse) => Promise<void>
  /** `events` as in `RunState`. */
  readonly end: (answer: StoredResponse, events: string) => Promise<void>
  /** `undefined` for an answer that was not made in the background. */
  readonly find: (userId: number, id: string) => Promise<RunState | undefined>
}

/** A conversation that is stored here, for any channel to go on with. */
export interface StoredConversation {
  readonly userId: number
  readonly id: string
  readonly tokenId: number | undefined
  /** JSON object, as its client gave it. */
  readonly metadata: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

export interface ConversationItem {
  readonly id: string
  /** JSON object, with the id in it. */
  readonly text: string
}

export interface Addition {
  readonly userId: number
  readonly id: string
  readonly items: readonly ConversationItem[]
  /** From now on the conversation is forgotten then. */
  readonly expiresAtMs: number
}

/** Nobody finds what is another user's. */
export interface StoredConversations {
  readonly create: (
    conversation: StoredConversation,
    items: readonly ConversationItem[],
  ) => Promise<void>
  readonly find: (userId: number, id: string) => Promise<StoredConversation | undefined>
  /** The oldest first. */
  readonly items: (userId: number, id: string) => Promise<readonly ConversationItem[]>
  readonly setMetadata: (userId: number, id: string, metadata: string) => Promise<void>
  /** False where there is no room for more. */
  readonly add: (addition: Addition) => Promise<boolean>
  /** Written behind the client's back; who asks this process finds it at once. */
  readonly append: (addition: Addition) => void
  /** False where it is not there. */
  readonly removeItem: (userId: number, id: string, itemId: string) => Promise<boolean>
  readonly forget: (userId: number, id: string) => Promise<void>
}

export interface Continued {
  /** The request as if its client had sent the whole conversation. */
  readonly bytes: Buffer
  /** The answer that it goes on from. */
  readonly previousId?: string
  /** The conversation that it goes on with, and that its answer belongs to. */
  readonly conversationId?: string
  /** Items that the client itself has sent. */
  readonly input: string
  /** Items that somebody would need who goes on from its answer alone. */
  readonly context: string
}
