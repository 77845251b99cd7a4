import { ImageIcon } from '@primer/octicons-react'
import { Banner } from '@primer/react'
import { useState } from 'react'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { JobFilters } from '../../components/job/JobFilters'
import { useJobQuery } from '../../components/job/use-job-query'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { SwitchField } from '../../components/SwitchField'
import { useText } from '../../language'
import { useSite } from '../../site'
import { DrawingTable } from './DrawingTable'

/** Days before today that are shown at first. */
const DAYS_BACK = 30
/** Milliseconds between two readings while the list is live. */
const LIVE_EVERY_MS = 5000

export default function DrawingPage() {
  const { text } = useText()
  const { mj_notify_enabled } = useSite()
  const query = useJobQuery(DAYS_BACK)
  const [isLive, live] = useState(false)
  const { filters, isForAll, from, to, isFiltered } = query
  const list = useEndpoint(
    isForAll ? 'drawing.list' : 'drawing.list_own',
    {
      query: {
        ...query.window,
        mj_id: filters.job,
        channel_id: isForAll ? query.channelId : undefined,
        // Drawings count milliseconds.
        start_timestamp: from && from * 1000,
        end_timestamp: to && to * 1000,
      },
    },
    { everyMs: isLive ? LIVE_EVERY_MS : 0 },
  )
  return (
    <>
      <PageHeader title={text('nav.drawing')} description={text('drawing.description')}>
        <SwitchField label={text('log.live')} isOn={isLive} onChange={live} />
      </PageHeader>
      {isForAll && !mj_notify_enabled && (
        <Banner
          className="page-note"
          layout="compact"
          variant="info"
          title={text('drawing.no_notify')}
        />
      )}
      <JobFilters query={query} resource={drawingResource} />
      <DrawingTable
        drawings={list.data}
        error={list.error}
        onRetry={list.reload}
        {...(!isFiltered && {
          empty: (
            <Blank
              icon={ImageIcon}
              title={text('drawing.empty')}
              message={text('drawing.empty_text')}
            />
          ),
        })}
      />
      <Pager
        page={query.page}
        pageSize={query.pageSize}
        total={list.answer?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}
