import { Button } from '@primer/react'
import { useMemo, useState } from 'react'
import { FIELD_TITLES, formatImport } from '../../../server/domain/prices/format-price'
import {
  IMPORT_PARTS,
  type ImportPart,
  isPart,
  type PricedChange,
  pricedChanges,
} from '../../../server/domain/prices/import-dollars'
import { importedFields, rowsOfChanges } from '../../../server/domain/prices/imported-prices'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import { call } from '../../api/client'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Note } from '../../components/form/Note'
import { SearchBox } from '../../components/list/SearchBox'
import { Drawer } from '../../components/overlay/Drawer'
import { useAction } from '../../components/page/use-action'
import { Chips } from './Chips'
import { SourceFields, useSource } from './ImportSource'
import { type ChangeRow, PriceChanges } from './PriceChanges'
import { refreshPrices } from './use-priced-models'

interface ImportDialogProps {
  /** What is in force. */
  readonly rows: readonly PriceRow[]
  /** Models that can be called, where that is known. */
  readonly served?: ReadonlySet<string>
  readonly onClose: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Prices from elsewhere compared with those that are here; only what is chosen is saved. */
export function ImportDialog({ rows, served = NONE, onClose }: ImportDialogProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const file = useSource()
  const { changes, unchanged } = useMemo(() => {
    const { changes: fields, unchanged: same } = importedFields(rows, file.found.tables)
    return { changes: pricedChanges(fields, rows), unchanged: same }
  }, [rows, file.found])
  const changeRows = useChangeRows(changes)
  const { chosen, choice } = useChoice(changeRows)
  const save = async (): Promise<void> => {
    const keys = new Set(chosen.map(({ key }) => key))
    const prices = rowsOfChanges(changes.filter((change) => keys.has(keyOf(change))))
    const isDone = await run(async () => {
      await call('price.set', { body: { prices: [...prices] } })
      await refreshPrices()
    }, text('options.saved'))
    if (isDone) onClose()
  }
  return (
    <Drawer
      title={text('prices.import')}
      subtitle={text('prices.import_text')}
      onClose={onClose}
      buttons={[
        { content: text('ui.cancel'), onClick: onClose },
        {
          content: text('prices.import_chosen', { count: chosen.length }),
          buttonType: 'primary',
          loading: isBusy,
          disabled: chosen.length === 0,
          onClick: () => void save(),
        },
      ]}
    >
      <div className="form">
        <SourceFields file={file} />
        {file.isRead && (
          <Note tone="info">
            {changes.length === 0 && unchanged > 0
              ? text('price_row.import_same')
              : text('prices.import_counts', { changed: changes.length, unchanged })}
          </Note>
        )}
        {changeRows.length > 0 && (
          <Found changes={changes} changeRows={changeRows} served={served} choice={choice} />
        )}
      </div>
    </Drawer>
  )
}

interface FoundProps {
  readonly changes: readonly PricedChange[]
  /** The same, as shown. */
  readonly changeRows: readonly ChangeRow[]
  readonly served: ReadonlySet<string>
  readonly choice: ReturnType<typeof useChoice>['choice']
}

/** More at once make a page slow. */
const AT_ONCE = 200

/** What differs, narrowed to what is looked for. */
function Found({ changes, changeRows, served, choice }: FoundProps) {
  const { text } = useText()
  const [part, narrow] = useState<ImportPart | ''>('')
  const [keyword, search] = useState('')
  const [most, showMost] = useState(AT_ONCE)
  const isIn = (name: ImportPart | '', change: PricedChange): boolean =>
    name === '' || isPart(name, change, served)
  const wanted = keyword.trim().toLowerCase()
  const shown = changeRows.filter((row, at) => {
    const change = changes[at]
    return change !== undefined && isIn(part, change) && row.model.toLowerCase().includes(wanted)
  })
  const chips = (['', ...IMPORT_PARTS] as const).map((name) => ({
    name,
    title: text(name === '' ? 'price_row.import_all' : `price_row.import_${name}`),
    count: changes.filter((change) => isIn(name, change)).length,
  }))
  const rest = shown.length - most
  return (
    <>
      <div className="price-found">
        <Chips
          legend={text('price_row.filter')}
          chips={chips.filter(({ name, count }) => name === '' || count > 0)}
          chosen={part}
          onChoose={narrow}
        />
        <SearchBox label={text('prices.search')} isLive value={keyword} onChange={search} />
      </div>
      <PriceChanges
        changes={shown.slice(0, most)}
        choice={{
          isChosen: choice.isChosen,
          // The box above stands for all that are found, those that are not drawn yet too.
          toggle: (some, isWanted) => choice.toggle(some.length > 1 ? shown : some, isWanted),
        }}
      />
      {rest > 0 && (
        <Button onClick={() => showMost(most + AT_ONCE)}>
          {text('price_row.show_more', { count: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
    </>
  )
}

function keyOf({ field, model }: PricedChange): string {
  return `${field} ${model}`
}

function useChangeRows(changes: readonly PricedChange[]): readonly ChangeRow[] {
  const { text } = useText()
  const format = useFormat()
  return useMemo(() => {
    const reader = { text, format }
    return changes.map((change) => ({
      key: keyOf(change),
      model: change.model,
      what: text(FIELD_TITLES[change.field]),
      from: formatImport(change.field, change.from, { usd: change.fromUsd, ...reader }),
      to: formatImport(change.field, change.to, { usd: change.toUsd, ...reader }),
      amounts: { from: change.fromUsd, to: change.toUsd },
    }))
  }, [changes, text, format])
}

/** All are chosen until some are excluded. */
function useChoice(changes: readonly ChangeRow[]) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const isChosen = ({ key }: ChangeRow): boolean => !excluded.has(key)
  const toggle = (some: readonly ChangeRow[], isWanted: boolean): void => {
    const keys = new Set(some.map(({ key }) => key))
    const others = [...excluded].filter((key) => !keys.has(key))
    setExcluded(new Set(isWanted ? others : [...others, ...keys]))
  }
  return { chosen: changes.filter(isChosen), choice: { isChosen, toggle } }
}
