/** A client's token as calls look at it. */

/** In an organisation; 0 for none. */
export interface TokenHolders {
  readonly memberId: number
  readonly projectId: number
}

export interface TokenRecord extends TokenHolders {
  readonly id: number
  /** What people call its member and its project. */
  readonly memberName: string
  readonly projectName: string
  readonly user_id: number
  readonly name: string
  /** First and last three characters, for messages. */
  readonly keyHint: string
  readonly status: number
  /** Epoch seconds, -1 for never. */
  readonly expired_time: number
  /** By an operator: epoch seconds, -1 until further notice, 0 for not. */
  readonly frozenUntil: number
  readonly frozenReason: string
  readonly unlimited_quota: boolean
  /** `undefined` when the token may use every model. */
  readonly modelLimits: ReadonlySet<string> | undefined
  /** `undefined` when any address may use the token. */
  readonly allowsIp: ((ip: string) => boolean) | undefined
  readonly group: string
  /** Of every call with it; comma separated. */
  readonly tags: string
  /** Last balance this process knows; the ledger decides, this only fails early. */
  readonly remainQuota: () => number
  readonly usedQuota: () => number
}
