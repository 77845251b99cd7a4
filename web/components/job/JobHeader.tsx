import { LiveButton } from '../list/LiveButton'
import { PageHeader } from '../page/PageHeader'
import { JobViewSwitch } from './JobViewSwitch'
import type { useJobPage } from './use-job-page'

interface JobHeaderProps {
  readonly title: string
  readonly description: string
  readonly page: Pick<ReturnType<typeof useJobPage>, 'live' | 'view' | 'show'>
}

/** Above the jobs: whether they are updated, and how they are shown. */
export function JobHeader({ title, description, page }: JobHeaderProps) {
  const { live, view, show } = page
  return (
    <PageHeader title={title} description={description}>
      <LiveButton isOn={live.isOn} onChange={live.turn} />
      <JobViewSwitch view={view} onChange={show} />
    </PageHeader>
  )
}
