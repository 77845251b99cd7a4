/**
 * The site's settings, whichever tab is open: sections of fields, found by words over all tabs.
 * What is changed on one tab waits there while another is looked at.
 */
import { GearIcon } from '@primer/octicons-react'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { PRICE_KEYS } from '../../../../server/domain/prices/price-sheet'
import { useText } from '../../../app/language'
import { useLeaveGuard } from '../../../components/form/use-leave-guard'
import { lazyPart } from '../../../components/late/lazy-part'
import { SearchBox } from '../../../components/list/SearchBox'
import { Blank } from '../../../components/page/Blank'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { PageSkeleton } from '../../../components/page/PageSkeleton'
import { TabLinks } from '../../../components/page/TabLinks'
import { OptionSection } from './OptionSection'
import { isSwitch } from './option-facts'
import { OPERATION_VIEWS, SECTION_ROWS, type SectionRow } from './option-tabs'
import { SectionIndex } from './SectionIndex'
import { ShowOption, useOptionShown } from './show-option'
import { OPTION_TABS, type OptionTabId } from './tab-names'
import { isUnsaved, UnsavedBar } from './UnsavedBar'
import { useMatches } from './use-matches'
import { type OptionForm, useOptionForm } from './use-option-form'
import './options.css'

const PriceTable = lazyPart(async () => {
  const { PriceTable: table } = await import('./prices/PriceTable')
  return { default: table }
})

export default function OptionTab() {
  const { text } = useText()
  const [address] = useSearchParams()
  const { form, error, reload } = useOptionForm()
  const tab = tabIn(address)
  if (form !== undefined && tab !== undefined) return <OptionPanel tab={tab} form={form} />
  if (error === undefined) return <PageSkeleton />
  return <LoadFailure message={failureText(error, text)} onRetry={reload} />
}

function tabIn(address: URLSearchParams): OptionTabId | undefined {
  return OPTION_TABS.find((id) => id === address.get('tab'))
}

interface OptionPanelProps {
  readonly tab: OptionTabId
  readonly form: OptionForm
}

function OptionPanel({ tab, form }: OptionPanelProps) {
  const { text } = useText()
  const [address] = useSearchParams()
  const query = address.get('find') ?? ''
  const [words, search] = useState(query)
  useEffect(() => search(query), [query])
  const view = OPERATION_VIEWS.find((name) => name === address.get('view')) ?? 'general'
  const isSearch = words.trim() !== ''
  const isPrices = tab === 'operation' && view === 'prices' && !isSearch
  const show = useOptionShown(useCallback(() => search(''), []))
  const rows = useMemo(() => sectionsOf(tab, view), [tab, view])
  useLeaveGuard(
    isUnsaved(form),
    (to) => to.pathname === '/setting' && tabIn(to.searchParams) !== undefined,
  )
  return (
    <ShowOption value={show}>
      <div className="options">
        <div className="options-find">
          <SearchBox label={text('options.search')} isWide isLive value={words} onChange={search} />
          {(isSearch || rows.some(({ keys }) => keys.some(isSwitch))) && (
            <p className="muted">{text('options.at_once')}</p>
          )}
        </div>
        {tab === 'operation' && !isSearch && (
          <TabLinks
            label={text('options.views')}
            links={OPERATION_VIEWS.map((name) => ({
              to: `/setting?tab=operation${name === 'general' ? '' : `&view=${name}`}`,
              title: text(`options.view_${name}`),
              isHere: name === view,
            }))}
          />
        )}
        {isSearch && <Found words={words} form={form} />}
        {isPrices && (
          <Suspense fallback={<PageSkeleton />}>
            <PriceTable form={form} />
          </Suspense>
        )}
        {!isSearch && !isPrices && <Sections rows={rows} form={form} />}
        {!(isPrices && onlyPrices(form)) && <UnsavedBar form={form} />}
      </div>
    </ShowOption>
  )
}

/** The table of prices saves them itself, after showing what changes. */
function onlyPrices({ changed, groupLimits }: OptionForm): boolean {
  return !groupLimits.limits.isChanged && changed.every((key) => PRICE_KEYS.includes(key))
}

function sectionsOf(tab: OptionTabId, view: string): readonly SectionRow[] {
  return SECTION_ROWS.filter((row) => {
    return row.tab === tab && (tab !== 'operation' || (row.view ?? 'general') === view)
  })
}

interface SectionsProps {
  readonly rows: readonly SectionRow[]
  readonly form: OptionForm
}

function Sections({ rows, form }: SectionsProps) {
  return (
    <div className="options-columns">
      {rows.length > 2 && <SectionIndex rows={rows} form={form} />}
      <div className="options-sections">
        {rows.map((row) => (
          <OptionSection key={row.id} row={row} keys={row.keys} form={form} />
        ))}
      </div>
    </div>
  )
}

interface FoundProps {
  readonly words: string
  readonly form: OptionForm
}

function Found({ words, form }: FoundProps) {
  const { text } = useText()
  const { hasSection, hasKey } = useMatches(words)
  const found = SECTION_ROWS.map((row) => ({
    row,
    keys: row.keys.filter((key) => hasKey(row, key)),
    isWhole: hasSection(row),
  })).filter(({ keys, isWhole }) => keys.length > 0 || isWhole)
  if (found.length === 0) {
    return <Blank icon={GearIcon} title={text('options.not_found', { words: words.trim() })} />
  }
  return (
    <div className="options-sections">
      {found.map(({ row, keys, isWhole }) => (
        <OptionSection key={row.id} row={row} keys={keys} form={form} isFound isWhole={isWhole} />
      ))}
    </div>
  )
}
