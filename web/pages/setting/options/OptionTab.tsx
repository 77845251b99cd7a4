/** One tab of the site's settings: sections of fields, found by words over all tabs. */
import { GearIcon } from '@primer/octicons-react'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { Blank } from '../../../components/Blank'
import { LoadFailure } from '../../../components/LoadFailure'
import { PageSkeleton } from '../../../components/PageSkeleton'
import { SearchBox } from '../../../components/SearchBox'
import { TabLinks } from '../../../components/TabLinks'
import { useLeaveGuard } from '../../../components/use-leave-guard'
import { useText } from '../../../language'
import { OptionSection } from './OptionSection'
import { OPERATION_VIEWS, type OptionTabId, SECTION_ROWS, type SectionRow } from './option-tabs'
import { PriceTable } from './prices/PriceTable'
import { PRICE_KEYS } from './prices/use-price-sheet'
import { UnsavedBar } from './UnsavedBar'
import { useMatches } from './use-matches'
import { type OptionForm, useOptionForm } from './use-option-form'
import './options.css'

/** For the list of tabs, whose components take no properties. */
export function optionTab(tab: OptionTabId): ComponentType {
  return function OptionTab() {
    const { text } = useText()
    const { form, error, reload } = useOptionForm()
    if (form !== undefined) return <OptionPanel tab={tab} form={form} />
    if (error === undefined) return <PageSkeleton />
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
}

interface OptionPanelProps {
  readonly tab: OptionTabId
  readonly form: OptionForm
}

function OptionPanel({ tab, form }: OptionPanelProps) {
  const { text } = useText()
  const [words, search] = useState('')
  const [address] = useSearchParams()
  const view = OPERATION_VIEWS.find((name) => name === address.get('view')) ?? 'general'
  const isSearch = words.trim() !== ''
  const isPrices = tab === 'operation' && view === 'prices' && !isSearch
  useLeaveGuard(
    form.changed.length > 0,
    (to) => to.pathname === '/setting' && to.searchParams.get('tab') === tab,
  )
  return (
    <div className="options">
      <div className="options-find">
        <SearchBox label={text('options.search')} isWide isLive value={words} onChange={search} />
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
      {isPrices && <PriceTable form={form} />}
      {!isSearch && !isPrices && <Sections rows={sectionsOf(tab, view)} form={form} />}
      {!(isPrices && onlyPrices(form)) && <UnsavedBar form={form} />}
    </div>
  )
}

/** The table of prices saves them itself, after showing what changes. */
function onlyPrices({ changed }: OptionForm): boolean {
  return changed.every((key) => PRICE_KEYS.includes(key))
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

/** With links to the sections beside them, where there is room and more than a few. */
function Sections({ rows, form }: SectionsProps) {
  const { text } = useText()
  return (
    <div className="options-columns">
      <div className="options-sections">
        {rows.map((row) => (
          <OptionSection key={row.id} row={row} keys={row.keys} form={form} />
        ))}
      </div>
      {rows.length > 3 && (
        <nav className="options-index" aria-label={text('options.index')}>
          <ul>
            {rows.map(({ id }) => (
              <li key={id}>
                <a href={`#options-${id}`}>{text(`options.section_${id}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

interface FoundProps {
  readonly words: string
  readonly form: OptionForm
}

function Found({ words, form }: FoundProps) {
  const { text } = useText()
  const matches = useMatches(words)
  const rows = SECTION_ROWS.map((row) => ({ row, keys: row.keys.filter(matches) }))
  const found = rows.filter(({ keys }) => keys.length > 0)
  if (found.length === 0) {
    return <Blank icon={GearIcon} title={text('options.not_found', { words: words.trim() })} />
  }
  return (
    <div className="options-sections">
      {found.map(({ row, keys }) => (
        <OptionSection key={row.id} row={row} keys={keys} form={form} isFound />
      ))}
    </div>
  )
}
