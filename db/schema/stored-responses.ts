/** Answers of Responses that are stored here for their users, where no vendor stores them. */
export interface StoredResponsesTable {
  user_id: number
  /** As the client received it. */
  id: string
  /** 0 for none. */
  token_id: number
  /** The answer that it went on with; "" for none. */
  previous_id: string
  /** Items of the request itself: JSON, with commas between them; sealed, plain in old rows. */
  input: string
  /** The answer as its client got it: JSON, sealed as the items are. */
  response: string
  /** Of both texts before they were sealed, and of the events of a run. */
  characters: number
  created_at: number
  expires_at: number
}

/** Answers that were made in the background, in addition to their rows of the table above. */
export interface ResponseRunsTable {
  user_id: number
  id: string
  /** Who makes it; "" once it is over. */
  node: string
  /** What its stream said: JSON lists, packed and sealed; "" while it goes on. */
  events: string
}

/** Conversations that are stored here, for any channel to go on with. */
export interface ConversationsTable {
  user_id: number
  id: string
  /** 0 for none. */
  token_id: number
  /** Of all items. */
  characters: number
  /** Of the newest item; 0 for none. */
  last_position: number
  created_at: number
  expires_at: number
  /** JSON, as its client gave it; sealed. */
  metadata: string
}

export interface ConversationItemsTable {
  user_id: number
  conversation_id: string
  position: number
  characters: number
  created_at: number
  id: string
  /** JSON, with its id in it; sealed. */
  item: string
}
