import { Button } from '@primer/react'
import type { Loaded } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../page/use-action'
import type { WideSelection } from '../table/ResourceTable'
import './chips.css'

interface PageOf<Row> {
  readonly items: readonly Row[]
  readonly total: number
}

interface SelectAllProps<Row> {
  readonly list: Loaded<PageOf<Row>>
  readonly selection: WideSelection<Row>
}

/** What is done to many is sent row by row: a thousand take a minute or two. */
const MOST = 1000
const PAGE = 100

/** Once a whole page is ticked: the way to all that the filter finds. */
export function SelectAll<Row extends { readonly id: number }>(props: SelectAllProps<Row>) {
  const { list, selection } = props
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { items = [], total = 0 } = list.data ?? {}
  const isWhole = items.length > 0 && items.every(({ id }) => selection.ids.has(id))
  const count = Math.min(total, MOST)
  if (!isWhole || selection.ids.size >= count) return null
  const chooseAll = async (): Promise<void> => {
    const rows: Row[] = []
    for (let page = 1; rows.length < count; page += 1) {
      const { items: more } = await list.readPage(page, PAGE)
      if (more.length === 0) break
      rows.push(...more)
    }
    selection.choose(rows.slice(0, count))
  }
  return (
    <p className="select-all">
      <span>{text('ui.page_selected', { count: items.length })}</span>
      <Button size="small" variant="invisible" loading={isBusy} onClick={() => void run(chooseAll)}>
        {text(count < total ? 'ui.select_first' : 'ui.select_found', { count, total })}
      </Button>
    </p>
  )
}
