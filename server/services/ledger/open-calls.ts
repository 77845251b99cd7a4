/**
 * Ids of calls that come and go. A `Set` chains the tables that it outgrows, from old to new, and
 * a collector that looks at young objects only keeps all of them behind one that is old; so this
 * one begins anew before it has outgrown many.
 */
export class OpenCalls {
  #ids = new Set<string>()
  #gone = 0

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  list(): readonly string[] {
    return [...this.#ids]
  }

  add(id: string): void {
    this.#ids.add(id)
  }

  delete(id: string): void {
    if (!this.#ids.delete(id)) return
    this.#gone += 1
    if (this.#gone <= this.#ids.size + FEW) return
    this.#ids = new Set(this.#ids)
    this.#gone = 0
  }
}

const FEW = 64
