/** What follows each other on a socket, though some of it takes a while. */

/** A promise, which never rejects, holds up the steps behind it. */
type Step = () => Promise<void> | undefined

export class Line {
  readonly #steps: Step[] = []
  #isHeldUp = false

  get isHeldUp(): boolean {
    return this.#isHeldUp
  }

  /** Resolves when every step that was added has been taken. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.add(() => {
        resolve()
        return undefined
      })
    })
  }

  add(step: Step): void {
    this.#steps.push(step)
    this.#proceed()
  }

  #proceed(): void {
    while (!this.#isHeldUp) {
      const step = this.#steps.shift()
      if (step === undefined) return
      const pending = step()
      if (pending === undefined) continue
      this.#isHeldUp = true
      void pending.finally(() => {
        this.#isHeldUp = false
        this.#proceed()
      })
    }
  }
}
