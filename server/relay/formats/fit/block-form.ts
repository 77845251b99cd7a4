/** Histories whose turns are lists of blocks: the canonical one, Claude's and Gemini's. */
import type { HistoryForm, SeenCall } from './history'

export interface BlockWords<Entry, Block> {
  readonly isModel: (entry: Entry) => boolean
  readonly blocksOf: (entry: Entry) => readonly Block[]
  readonly withBlocks: (entry: Entry, blocks: readonly Block[]) => Entry
  /** A turn of the user. */
  readonly turnOf: (blocks: readonly Block[]) => Entry
  readonly callIn: (block: Block) => SeenCall | undefined
  readonly resultIn: (block: Block) => SeenCall | undefined
  readonly withId: (block: Block, id: string) => Block
  /** A result as text of the user. */
  readonly asText: (block: Block) => readonly Block[]
  readonly noResult: (call: SeenCall) => Block
}

export function blockForm<Entry, Block>(words: BlockWords<Entry, Block>): HistoryForm<Entry> {
  const { isModel, blocksOf, withBlocks, callIn, resultIn } = words
  return {
    joinsTurns: true,
    stepOf: (entry) => ({
      by: isModel(entry) ? 'model' : 'other',
      calls: blocksOf(entry).flatMap((block) => callIn(block) ?? []),
      results: blocksOf(entry).flatMap((block) => resultIn(block) ?? []),
    }),
    rewritten: (entry, ids) => {
      const [calls, results] = [ids.calls.values(), ids.results.values()]
      const blocks = blocksOf(entry).flatMap((block) => {
        if (callIn(block) !== undefined) return words.withId(block, calls.next().value ?? '')
        if (resultIn(block) === undefined) return block
        const id = results.next().value
        return id === undefined ? words.asText(block) : words.withId(block, id)
      })
      return withBlocks(entry, blocks)
    },
    answered: (calls, next) => {
      const made = calls.map(words.noResult)
      if (next === undefined || isModel(next)) {
        return [words.turnOf(made), ...(next === undefined ? [] : [next])]
      }
      const blocks = blocksOf(next)
      const end = blocks.findLastIndex((block) => resultIn(block) !== undefined) + 1
      return [withBlocks(next, [...blocks.slice(0, end), ...made, ...blocks.slice(end)])]
    },
  }
}
