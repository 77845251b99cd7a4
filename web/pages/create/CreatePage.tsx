import { SparkleIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { JobDetail } from '../../components/job/JobDetail'
import { JobGallery } from '../../components/job/JobGallery'
import type { ShownJob } from '../../components/job/shown-job'
import { useJobActs } from '../../components/job/use-job-acts'
import { useLive } from '../../components/job/use-live'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { TabLinks } from '../../components/page/TabLinks'
import { DrawingButtons } from '../drawing/DrawingButtons'
import { jobOfDrawing } from '../drawing/drawing-job'
import { jobOfTask } from '../task/task-job'
import { canDraw, DrawForm } from './DrawForm'
import { canSing, MusicForm } from './MusicForm'
import { useJobPrices } from './use-job-prices'
import { VideoForm } from './VideoForm'
import './create.css'

const KINDS = ['drawing', 'music', 'video'] as const
type Kind = (typeof KINDS)[number]

export default function CreatePage() {
  const { text } = useText()
  const { enable_drawing, enable_task } = useSite()
  const { kind: requested } = useParams<{ kind?: string }>()
  const prices = useJobPrices()
  const isThere: Readonly<Record<Kind, boolean>> = {
    drawing: enable_drawing && canDraw(prices),
    music: enable_task && canSing(prices),
    video: enable_task && prices.videos.length > 0,
  }
  const kinds = KINDS.filter((kind) => isThere[kind])
  const kind = kinds.find((one) => one === requested) ?? kinds[0]
  return (
    <>
      <PageHeader
        title={text('create.title')}
        description={text('create.description')}
        manual="jobs"
      />
      {prices.models === undefined && <PageSkeleton />}
      {prices.models !== undefined && kind === undefined && (
        <Blank
          icon={SparkleIcon}
          title={text('create.nothing')}
          message={text('create.nothing_text')}
        />
      )}
      {kind !== undefined && (
        <>
          <TabLinks
            label={text('create.title')}
            links={kinds.map((one) => ({
              to: `/create/${one}`,
              title: text(`create.kind_${one}`),
              isHere: one === kind,
            }))}
          />
          <div className="create">
            {kind === 'drawing' && <DrawForm prices={prices} />}
            {kind === 'music' && <MusicForm prices={prices} />}
            {kind === 'video' && <VideoForm prices={prices} />}
            {kind === 'drawing' ? <RecentDrawings /> : <RecentTasks key={kind} kind={kind} />}
          </div>
        </>
      )}
    </>
  )
}

/** Shown next to the form, so that requested work is seen to arrive. */
const RECENT = { p: 0, page_size: 10 }

function RecentDrawings() {
  const live = useLive()
  const list = useEndpoint('drawing.list_own', { query: RECENT }, { everyMs: live.everyMs })
  const jobs = list.data?.map(jobOfDrawing)
  live.watch(jobs)
  return <Recent kind="drawing" jobs={jobs} list={list} />
}

/** Songs are of one platform; videos are of many, and are the jobs with this action. */
const OF_KIND = { music: { platform: 'suno' }, video: { action: 'GENERATE' } } as const

function RecentTasks({ kind }: { readonly kind: keyof typeof OF_KIND }) {
  const live = useLive()
  const list = useEndpoint(
    'task.list_own',
    { query: { ...RECENT, ...OF_KIND[kind] } },
    { everyMs: live.everyMs },
  )
  const jobs = list.data?.map(jobOfTask)
  live.watch(jobs)
  return <Recent kind="task" jobs={jobs} list={list} />
}

interface RecentProps {
  readonly kind: 'drawing' | 'task'
  readonly jobs: readonly ShownJob[] | undefined
  readonly list: Pick<ReturnType<typeof useEndpoint>, 'error' | 'reload'>
}

function Recent({ kind, jobs, list }: RecentProps) {
  const { text } = useText()
  const acts = useJobActs(kind)
  const [opened, open] = useState<string | undefined>(undefined)
  const shown = jobs?.find(({ id }) => id === opened)
  return (
    <section className="create-recent">
      <h2>{text('create.recent')}</h2>
      <JobGallery
        jobs={jobs}
        error={list.error}
        onRetry={list.reload}
        onOpen={({ id }) => open(id)}
        empty={<Blank icon={SparkleIcon} title={text('create.recent_empty')} />}
      />
      {shown && (
        <JobDetail job={shown} acts={acts} onClose={() => open(undefined)}>
          {kind === 'drawing' && <DrawingButtons job={shown} acts={acts} />}
        </JobDetail>
      )}
    </section>
  )
}
