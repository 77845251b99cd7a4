/** Prices by model: found, changed in place, added, imported, and saved together. */
import { DownloadIcon, InboxIcon, PlusIcon, UploadIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { type ReactNode, useMemo, useState } from 'react'
import { type PriceTables, priceFor } from '../../../../../server/domain/prices/lookup'
import { ALL_PRICE_OPTIONS } from '../../../../../server/domain/prices/price-row'
import { PRICE_KEYS, pricedModels } from '../../../../../server/domain/prices/price-sheet'
import { pricesAsTexts } from '../../../../../server/domain/prices/price-texts'
import { useEndpoint } from '../../../../api/use-endpoint'
import { useText } from '../../../../app/language'
import { useToast } from '../../../../app/Toasts'
import { Note } from '../../../../components/form/Note'
import { lateDialog } from '../../../../components/late/Late'
import { Pager } from '../../../../components/list/Pager'
import { SearchBox } from '../../../../components/list/SearchBox'
import { Toolbar } from '../../../../components/list/Toolbar'
import { PAGE_SIZES } from '../../../../components/list/use-list-query'
import { Blank } from '../../../../components/page/Blank'
import { downloadFile } from '../../../../components/table/download'
import { TextLink } from '../../../../components/text/TextLink'
import type { OptionForm } from '../use-option-form'
import { PriceRows } from './PriceRows'
import { type PriceSheet, usePriceSheet } from './use-price-sheet'
import '../../../../components/table/table.css'
import './prices.css'

const AddPriceDialog = lateDialog(async () => (await import('./AddPriceDialog')).AddPriceDialog)
const SavePricesDialog = lateDialog(
  async () => (await import('./SavePricesDialog')).SavePricesDialog,
)
const ImportDialog = lateDialog(
  async () => (await import('../../../price/ImportDialog')).ImportDialog,
)

interface PriceTableProps {
  readonly form: OptionForm
}

export function PriceTable({ form }: PriceTableProps) {
  const { text } = useText()
  const sheet = usePriceSheet(form)
  if (sheet === undefined) {
    return <Note tone="critical">{text('prices.broken')}</Note>
  }
  return <Prices form={form} sheet={sheet} />
}

interface PricesProps extends PriceTableProps {
  readonly sheet: PriceSheet
}

type Shown = 'all' | 'unset'
/** Which dialog is open; `add` begins with a name. */
type Open = { readonly kind: 'add'; readonly model: string } | { readonly kind: 'import' | 'save' }

function Prices({ form, sheet }: PricesProps) {
  const { text } = useText()
  const toast = useToast()
  const [words, search] = useState('')
  const [shown, show] = useState<Shown>('all')
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const close = (): void => setOpen(undefined)
  const models = useShownModels(sheet.tables, words, shown)
  const problems = PRICE_KEYS.map(form.problemOf).filter((problem) => problem !== undefined)
  const isChanged = sheet.changes.length > 0
  const save = (): void => {
    if (isChanged) setOpen({ kind: 'save' })
    else toast.warn(text('options.unchanged'))
  }
  const beginImport = (): void => {
    if (isChanged) toast.warn(text('prices.save_first'))
    else setOpen({ kind: 'import' })
  }
  return (
    <section aria-label={text('options.view_prices')}>
      <p className="muted prices-note">
        {text('prices.note')} <TextLink to="/price">{text('price_row.settings_note')}</TextLink>
      </p>
      {problems.length > 0 && <Note tone="critical">{problems.join(' ')}</Note>}
      <PriceToolbar words={words} onSearch={search} shown={shown} onShow={show}>
        <Button leadingVisual={PlusIcon} onClick={() => setOpen({ kind: 'add', model: '' })}>
          {text('prices.add')}
        </Button>
        <Button leadingVisual={UploadIcon} onClick={beginImport}>
          {text('prices.import')}
        </Button>
        <ExportButton tables={sheet.stored} form={form} />
        {isChanged && (
          <Button variant="invisible" onClick={form.discard}>
            {text('ui.discard')}
          </Button>
        )}
        <Button variant="primary" loading={PRICE_KEYS.some(form.isBusy)} onClick={save}>
          {isChanged
            ? text('prices.save_count', { count: sheet.changes.length })
            : text('prices.save')}
        </Button>
      </PriceToolbar>
      <PricePages
        // A new search begins on its first page.
        key={`${shown} ${words}`}
        models={models}
        sheet={sheet}
        empty={text(shown === 'unset' && words === '' ? 'prices.all_set' : 'ui.empty')}
        onPrice={(model) => setOpen({ kind: 'add', model })}
      />
      {open?.kind === 'add' && <AddPriceDialog sheet={sheet} model={open.model} onClose={close} />}
      {open?.kind === 'import' && <ImportPrices onClose={close} />}
      {open?.kind === 'save' && <SavePricesDialog sheet={sheet} form={form} onClose={close} />}
    </section>
  )
}

function ImportPrices({ onClose }: { readonly onClose: () => void }) {
  const { data } = useEndpoint('price.list')
  return data && <ImportDialog rows={data} onClose={onClose} />
}

interface PriceToolbarProps {
  readonly words: string
  readonly onSearch: (words: string) => void
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  readonly children: ReactNode
}

function PriceToolbar({ words, onSearch, shown, onShow, children }: PriceToolbarProps) {
  const { text } = useText()
  return (
    <Toolbar>
      <SearchBox label={text('prices.search')} isWide isLive value={words} onChange={onSearch} />
      <Select
        aria-label={text('prices.show')}
        value={shown}
        onChange={(event) => onShow(event.target.value === 'unset' ? 'unset' : 'all')}
      >
        <Select.Option value="all">{text('prices.show_all')}</Select.Option>
        <Select.Option value="unset">{text('prices.show_unset')}</Select.Option>
      </Select>
      <div className="toolbar-end">{children}</div>
    </Toolbar>
  )
}

interface PricePagesProps {
  readonly models: readonly string[]
  readonly sheet: PriceSheet
  /** What is said where there is nothing. */
  readonly empty: string
  readonly onPrice: (model: string) => void
}

function PricePages({ models, sheet, empty, onPrice }: PricePagesProps) {
  const [page, turnTo] = useState(1)
  const [pageSize, resize] = useState<number>(PAGE_SIZES[0])
  if (models.length === 0) {
    return (
      <div className="table-frame">
        <Blank icon={InboxIcon} title={empty} />
      </div>
    )
  }
  const here = Math.min(page, Math.ceil(models.length / pageSize))
  return (
    <>
      <PriceRows
        models={models.slice((here - 1) * pageSize, here * pageSize)}
        sheet={sheet}
        onPrice={onPrice}
      />
      <Pager
        page={here}
        pageSize={pageSize}
        total={models.length}
        onPage={turnTo}
        onPageSize={resize}
      />
    </>
  )
}

/** Those with an entry, or those that channels offer and calls are refused for. */
function useShownModels(tables: PriceTables, words: string, shown: Shown): readonly string[] {
  const { data: offered } = useEndpoint('model.enabled')
  return useMemo(() => {
    const facts = { tables, groupRatio: 1, selfUse: false, acceptsUnset: false }
    const isUnset = (model: string): boolean => priceFor({ ...facts, model }) === undefined
    const unset = (offered ?? []).filter(isUnset)
    const all = shown === 'unset' ? unset : [...new Set([...pricedModels(tables), ...unset])]
    const wanted = words.trim().toLowerCase()
    return all.filter((model) => model.toLowerCase().includes(wanted))
  }, [tables, words, shown, offered])
}

interface ExportButtonProps {
  readonly tables: PriceTables
  readonly form: OptionForm
}

function ExportButton({ tables, form }: ExportButtonProps) {
  const { text } = useText()
  const download = (): void => {
    const texts: Readonly<Record<string, string>> = pricesAsTexts(tables)
    const more = ALL_PRICE_OPTIONS.filter((key) => texts[key] === undefined)
    const parts = [
      ...Object.entries(texts),
      ...more.map((key) => [key, form.storedOf(key)] as const),
    ].map(([key, table]) => [key, JSON.parse(table)] as const)
    // Of tables other than the four that everybody knows, those with entries.
    const filled = parts.filter(
      ([key, table]) => texts[key] !== undefined || Object.keys(table).length > 0,
    )
    const source = JSON.stringify(Object.fromEntries(filled), undefined, 2)
    downloadFile('prices.json', source, 'application/json')
  }
  return (
    <Button leadingVisual={DownloadIcon} onClick={download}>
      {text('prices.export')}
    </Button>
  )
}
