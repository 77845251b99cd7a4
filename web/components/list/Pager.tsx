import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { IconButton, Select } from '@primer/react'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { PAGE_SIZES } from './use-list-query'
import './pager.css'

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** What is counted, where that is not the rows of the list. */
  readonly counted?: string
  readonly onPage: (page: number) => void
  readonly onPageSize: (pageSize: number) => void
}

/** First, last and the neighbours of the page; "gap" stands for the pages between. */
function shownPages(page: number, last: number): (number | 'gap')[] {
  const near = [1, page - 1, page, page + 1, last]
  const pages = [...new Set(near)].filter((one) => one >= 1 && one <= last)
  return pages
    .sort((a, b) => a - b)
    .flatMap((one, index) => {
      const before = pages[index - 1]
      return before !== undefined && one - before > 1 ? ['gap' as const, one] : [one]
    })
}

export function Pager({ page, pageSize, total, counted, onPage, onPageSize }: PagerProps) {
  const { text } = useText()
  const format = useFormat()
  // Nothing has no pages, and one that is not read yet is not called empty.
  if (total === 0) return null
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (page - 1) * pageSize + 1)
  const to = Math.min(total, page * pageSize)
  const range = { from: format.number(from), to: format.number(to), total: format.number(total) }
  return (
    <nav className="pager" aria-label={text('ui.pages')}>
      <span className="muted number">
        {text('ui.range', range)}
        {counted !== undefined && ` · ${counted}`}
      </span>
      <div className="pager-pages">
        <IconButton
          icon={ChevronLeftIcon}
          variant="invisible"
          aria-label={text('ui.page_previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {shownPages(page, last).map((one, index, all) =>
          one === 'gap' ? (
            <span key={`gap after ${all[index - 1]}`} className="muted">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className="pager-page number"
              aria-label={text('ui.page_number', { page: one })}
              {...(one === page && { 'aria-current': 'page' as const })}
              onClick={() => onPage(one)}
            >
              {format.number(one)}
            </button>
          ),
        )}
        <IconButton
          icon={ChevronRightIcon}
          variant="invisible"
          aria-label={text('ui.page_next')}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </div>
      <Select
        aria-label={text('ui.page_size')}
        value={String(pageSize)}
        onChange={(event) => onPageSize(Number(event.target.value))}
      >
        {PAGE_SIZES.map((size) => (
          <Select.Option key={size} value={String(size)}>
            {String(size)}
          </Select.Option>
        ))}
      </Select>
    </nav>
  )
}
