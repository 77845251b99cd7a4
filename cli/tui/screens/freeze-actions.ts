/** Freezing with a reason and an end, and letting go on, of whatever has both. */
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { RowAction, RowTools } from '../resource/definition'
import { secondsOf } from './form-values'

export interface Freezable<Row> {
  /** Asks whether the row is to be frozen; takes its name. */
  readonly title: TextKey
  readonly nameOf: (row: Row) => string
  readonly isFor?: (row: Row, api: RowTools['api']) => boolean
  readonly isFrozen: (row: Row) => boolean
  readonly freeze: (
    row: Row,
    terms: { readonly reason: string; readonly until: number },
    tools: RowTools,
  ) => Promise<unknown>
  readonly unfreeze: (row: Row, tools: RowTools) => Promise<unknown>
}

export function freezeActions<Row>({
  title,
  nameOf,
  isFor = () => true,
  isFrozen,
  freeze,
  unfreeze,
}: Freezable<Row>): readonly RowAction<Row>[] {
  return [
    {
      key: '^',
      title: 'token.freeze',
      isSingle: true,
      isFor: (row, { api }) => isFor(row, api) && !isFrozen(row),
      run: async (row, tools) => {
        tools.open({ kind: 'form', form: freezeForm(row, { title, nameOf, freeze }, tools) })
        return undefined
      },
    },
    {
      key: '^',
      title: 'token.unfreeze',
      isFor: (row, { api }) => isFor(row, api) && isFrozen(row),
      run: async (row, tools) => {
        await unfreeze(row, tools)
        return tools.text('ui.done')
      },
    },
  ]
}

function freezeForm<Row>(
  row: Row,
  { title, nameOf, freeze }: Pick<Freezable<Row>, 'title' | 'nameOf' | 'freeze'>,
  tools: RowTools,
) {
  const { text, reload } = tools
  return {
    title: text(title, { name: nameOf(row) }),
    fields: [
      {
        name: 'reason',
        label: text('freeze.reason'),
        kind: 'text' as const,
        hint: text('freeze.reason_hint'),
      },
      {
        name: 'until',
        label: text('freeze.until'),
        kind: 'text' as const,
        hint: `${text('token.expires_hint')} 2026-12-31 23:59:59`,
      },
    ],
    initial: { reason: '', until: '' },
    save: async ({ reason = '', until }: Readonly<Record<string, string | undefined>>) => {
      const terms = { reason: reason.trim(), until: secondsOf(until, text('token.time_invalid')) }
      await freeze(row, terms, tools)
      reload()
      return text('token.frozen')
    },
  }
}
