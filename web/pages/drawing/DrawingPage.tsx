import { ImageIcon } from '@primer/octicons-react'
import { Banner, Button } from '@primer/react'
import { useState } from 'react'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { JobFilters } from '../../components/job/JobFilters'
import { JobHeader } from '../../components/job/JobHeader'
import { JobViews } from '../../components/job/JobViews'
import type { ShownJob } from '../../components/job/shown-job'
import type { JobActs } from '../../components/job/use-job-acts'
import { useJobPage } from '../../components/job/use-job-page'
import type { JobQuery } from '../../components/job/use-job-query'
import { TextLink } from '../../components/TextLink'
import { useText } from '../../language'
import { lazyPart } from '../../lazy-part'
import { lateDialog } from '../../shell/Late'
import { useSite } from '../../site'
import { DrawingTable } from './DrawingTable'
import { dataUrlAt, draw } from './draw'
import { jobOfDrawing } from './drawing-job'

const DrawingButtons = lazyPart(async () => ({
  default: (await import('./DrawingButtons')).DrawingButtons,
}))
const JobDetail = lateDialog(async () => (await import('../../components/job/JobDetail')).JobDetail)

/** Days before today that are shown at first. */
const DAYS_BACK = 30

export default function DrawingPage() {
  const { text } = useText()
  const page = useJobPage('drawing', DAYS_BACK)
  const { query, live, view, opened, open, acts } = page
  const choice = useChosen()
  const list = useDrawings(query, live.everyMs)
  const jobs = list.data?.map(jobOfDrawing)
  live.watch(jobs)
  const shown = jobs?.find(({ id }) => id === opened)
  const empty = <NoDrawings isFiltered={query.isFiltered} />
  const read = { error: list.error, onRetry: list.reload, empty, onOpen: open }
  return (
    <>
      <JobHeader
        title={text('nav.drawing')}
        description={text('drawing.description')}
        page={page}
      />
      <NoNotices isForAll={query.isForAll} />
      <JobFilters query={query} resource={view === 'list' ? drawingResource : undefined} />
      {view === 'gallery' && <ChosenDrawings choice={choice} acts={acts} jobs={jobs} />}
      <JobViews
        view={view}
        query={query}
        list={list}
        total={list.answer?.total ?? 0}
        jobs={jobs}
        onOpen={open}
        empty={empty}
        choice={choice}
        table={<DrawingTable drawings={list.data} {...read} />}
      />
      {shown && (
        <JobDetail job={shown} acts={acts} onClose={() => open(undefined)}>
          <DrawingButtons job={shown} acts={acts} />
        </JobDetail>
      )}
    </>
  )
}

/** Drawings count milliseconds. */
function useDrawings(
  { filters, isForAll, from, to, window, channelId }: JobQuery,
  everyMs: number,
) {
  return useEndpoint(
    isForAll ? 'drawing.list' : 'drawing.list_own',
    {
      query: {
        ...window,
        mj_id: filters.job,
        channel_id: isForAll ? channelId : undefined,
        start_timestamp: from && from * 1000,
        end_timestamp: to && to * 1000,
      },
    },
    { everyMs },
  )
}

function NoDrawings({ isFiltered }: { readonly isFiltered: boolean }) {
  const { text } = useText()
  if (isFiltered) return <Blank icon={ImageIcon} title={text('ui.empty')} />
  return (
    <Blank icon={ImageIcon} title={text('drawing.empty')} message={text('drawing.empty_text')}>
      <TextLink to="/create">{text('create.title')}</TextLink>
    </Blank>
  )
}

function NoNotices({ isForAll }: { readonly isForAll: boolean }) {
  const { text } = useText()
  const { mj_notify_enabled } = useSite()
  if (!isForAll || mj_notify_enabled) return null
  return (
    <Banner
      className="page-note"
      layout="compact"
      variant="info"
      title={text('drawing.no_notify')}
    />
  )
}

/** Drawings with a picture, chosen to be put together. */
function useChosen() {
  const [ids, set] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    isFor: ({ isOpen, media }: ShownJob) => !isOpen && media.length > 0,
    toggle({ id }: ShownJob) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      set(next)
    },
    clear: () => set(new Set()),
  }
}

/** Programs that draw put so many together. */
const FEWEST = 2
const MOST = 5

interface ChosenDrawingsProps {
  readonly choice: ReturnType<typeof useChosen>
  readonly acts: JobActs
  readonly jobs: readonly ShownJob[] | undefined
}

function ChosenDrawings({ choice, acts, jobs = [] }: ChosenDrawingsProps) {
  const { text } = useText()
  const chosen = jobs.filter(({ id }) => choice.ids.has(id))
  if (chosen.length === 0) return null
  const blend = async (): Promise<void> => {
    const isTaken = await acts.submit(async () => {
      const pictures = chosen.flatMap(({ media: [first] }) => (first ? [first.url] : []))
      const base64Array = await Promise.all(pictures.map(dataUrlAt))
      await draw.submit('blend', { base64Array })
    })
    if (isTaken) choice.clear()
  }
  const isRight = chosen.length >= FEWEST && chosen.length <= MOST
  return (
    <div className="job-chosen" role="status">
      <span>{text('job.chosen', { count: chosen.length })}</span>
      <Button variant="primary" disabled={!isRight || acts.isBusy} onClick={() => void blend()}>
        {text('job_action.BLEND')}
      </Button>
      <Button onClick={choice.clear}>{text('ui.cancel')}</Button>
      {!isRight && <span className="muted">{text('drawing.blend_hint')}</span>}
    </div>
  )
}
