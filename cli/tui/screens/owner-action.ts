import type { RowAction } from '../resource/definition'

/** To the user whom a row belongs to, found by the word. */
export function ownerAction<Row>(wordOf: (row: Row) => string): RowAction<Row> {
  return {
    key: 'U',
    title: 'tui.its_owner',
    isSingle: true,
    run: async (row, { goTo }) => {
      goTo('user', { keyword: wordOf(row) })
      return undefined
    },
  }
}
