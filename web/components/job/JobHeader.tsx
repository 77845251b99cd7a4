import { useText } from '../../app/language'
import { SwitchField } from '../form/SwitchField'
import { PageHeader } from '../page/PageHeader'
import { JobViewSwitch } from './JobViewSwitch'
import type { useJobPage } from './use-job-page'

interface JobHeaderProps {
  readonly title: string
  readonly description: string
  readonly page: Pick<ReturnType<typeof useJobPage>, 'live' | 'view' | 'show'>
}

/** Above the jobs: whether they are kept new, and how they are shown. */
export function JobHeader({ title, description, page }: JobHeaderProps) {
  const { text } = useText()
  const { live, view, show } = page
  return (
    <PageHeader title={title} description={description}>
      <SwitchField label={text('log.live')} isOn={live.isOn} onChange={live.turn} />
      <JobViewSwitch view={view} onChange={show} />
    </PageHeader>
  )
}
