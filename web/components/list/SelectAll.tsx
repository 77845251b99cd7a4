import { Button } from '@primer/react'
import { useText } from '../../app/language'
import { useAction } from '../page/use-action'
import './chips.css'

interface SelectAllProps<Row> {
  /** Of the page that is shown. */
  readonly items: readonly Row[]
  /** Rows that the filter finds. */
  readonly total: number
  /** Pages are counted from 1. */
  readonly readPage: (page: number, size: number) => Promise<readonly Row[]>
  readonly selected: ReadonlySet<number>
  readonly onSelect: (rows: readonly Row[]) => void
}

/** What is done to many is sent row by row: a thousand take a minute or two. */
const MOST = 1000
const PAGE = 100

/** Once an entire page is ticked: the way to all that the filter finds. */
export function SelectAll<Row extends { readonly id: number }>(props: SelectAllProps<Row>) {
  const { items, total, readPage, selected, onSelect } = props
  const { text } = useText()
  const { isBusy, run } = useAction()
  const isPageTicked = items.length > 0 && items.every(({ id }) => selected.has(id))
  const count = Math.min(total, MOST)
  if (!isPageTicked || selected.size >= count) return null
  const selectAll = async (): Promise<void> => {
    const rows: Row[] = []
    for (let page = 1; rows.length < count; page += 1) {
      const more = await readPage(page, PAGE)
      if (more.length === 0) break
      rows.push(...more)
    }
    onSelect(rows.slice(0, count))
  }
  return (
    <p className="select-all">
      <span>{text('ui.page_selected', { count: items.length })}</span>
      <Button size="small" variant="invisible" loading={isBusy} onClick={() => void run(selectAll)}>
        {text(count < total ? 'ui.select_first' : 'ui.select_found', { count, total })}
      </Button>
    </p>
  )
}
