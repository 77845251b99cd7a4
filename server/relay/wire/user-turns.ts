/** Work of which one user may have so much at once; the rest waits in line. */
export class UserTurns {
  readonly #most: number
  readonly #users = new Map<number, { running: number; readonly waiting: (() => void)[] }>()

  constructor(most: number) {
    this.#most = most
  }

  async run<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    const user = this.#users.get(userId) ?? { running: 0, waiting: [] }
    this.#users.set(userId, user)
    if (user.running < this.#most) user.running += 1
    else await new Promise<void>((resolve) => user.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Who waits takes the place over.
      const next = user.waiting.shift()
      if (next !== undefined) next()
      else {
        user.running -= 1
        if (user.running === 0) this.#users.delete(userId)
      }
    }
  }
}
