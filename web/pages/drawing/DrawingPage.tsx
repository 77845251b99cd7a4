import { ImageIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Note } from '../../components/form/Note'
import { ChosenJobs } from '../../components/job/ChosenJobs'
import { JobFilters } from '../../components/job/JobFilters'
import { JobHeader } from '../../components/job/JobHeader'
import { JobViews } from '../../components/job/JobViews'
import type { JobActs } from '../../components/job/use-job-acts'
import { type JobChoice, useJobChoice } from '../../components/job/use-job-choice'
import { useJobPage } from '../../components/job/use-job-page'
import type { JobQuery } from '../../components/job/use-job-query'
import { lateDialog } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { Blank } from '../../components/page/Blank'
import { TextLink } from '../../components/text/TextLink'
import { DrawingTable } from './DrawingTable'
import { dataUrlAt, draw } from './draw'
import { jobOfDrawing } from './drawing-job'

const DrawingButtons = lazyPart(async () => ({
  default: (await import('./DrawingButtons')).DrawingButtons,
}))
const JobDetail = lateDialog(async () => (await import('../../components/job/JobDetail')).JobDetail)

export default function DrawingPage() {
  const { text } = useText()
  const page = useJobPage('drawing', '30d')
  const { query, live, view, opened, open, acts } = page
  const list = useDrawings(query, live.everyMs)
  const jobs = list.data?.map(jobOfDrawing)
  live.watch(jobs)
  const choice = useJobChoice(jobs)
  const shown = jobs?.find(({ id }) => id === opened)
  const empty = <NoDrawings isFiltered={query.isFiltered} />
  const read = { rows: list.data, error: list.error, onRetry: list.reload, empty, onOpen: open }
  return (
    <>
      <JobHeader
        title={text('nav.drawing')}
        description={text('drawing.description')}
        page={page}
      />
      <NoNotices isForAll={query.isForAll} />
      <JobFilters
        kind="drawing"
        query={query}
        states={list.answer?.states}
        resource={view === 'list' ? drawingResource : undefined}
      />
      <ChosenJobs choice={choice} acts={acts}>
        <BlendButton choice={choice} acts={acts} />
      </ChosenJobs>
      <JobViews
        view={view}
        query={query}
        list={list}
        total={list.answer?.total ?? 0}
        jobs={jobs}
        onOpen={open}
        empty={empty}
        choice={choice}
        table={<DrawingTable {...read} {...{ query, choice, acts }} />}
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
  { filters, isForAll, span: { from, to }, window, channelId }: JobQuery,
  everyMs: number,
) {
  return useEndpoint(
    isForAll ? 'drawing.list' : 'drawing.list_own',
    {
      query: {
        ...window,
        mj_id: filters.job,
        status: filters.status,
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
    <div className="page-note">
      <Note tone="info">{text('drawing.no_notify')}</Note>
    </div>
  )
}

/** Programs that draw put so many together. */
const FEWEST = 2
const MOST = 5

interface BlendButtonProps {
  readonly choice: JobChoice
  readonly acts: JobActs
}

/** Puts the chosen pictures together. */
function BlendButton({ choice, acts }: BlendButtonProps) {
  const { text } = useText()
  const pictures = choice.jobs.flatMap(({ isOpen, media: [first] }) =>
    isOpen || first === undefined ? [] : [first.url],
  )
  if (pictures.length === 0) return null
  const blend = async (): Promise<void> => {
    const isTaken = await acts.submit(async () => {
      const base64Array = await Promise.all(pictures.map(dataUrlAt))
      await draw.submit('blend', { base64Array })
    })
    if (isTaken) choice.clear()
  }
  const isRight = pictures.length >= FEWEST && pictures.length <= MOST
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={!isRight || acts.isBusy}
        onClick={() => void blend()}
      >
        {text('job_action.BLEND')}
      </Button>
      {!isRight && <span className="muted">{text('drawing.blend_hint')}</span>}
    </>
  )
}
