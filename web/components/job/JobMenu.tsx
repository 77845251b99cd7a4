import { LinkExternalIcon } from '@primer/octicons-react'
import { useText } from '../../app/language'
import { RowMenu } from '../table/RowMenu'
import type { ShownJob } from './shown-job'
import type { JobActs } from './use-job-acts'

interface JobMenuProps {
  readonly job: ShownJob
  readonly acts: JobActs
  readonly onOpen: (id: string) => void
}

/** What can be done about one job of the list. */
export function JobMenu({ job, acts, onOpen }: JobMenuProps) {
  const { text } = useText()
  const { id } = job
  return (
    <RowMenu
      name={id}
      actions={[
        { label: text('task.whole'), icon: LinkExternalIcon, onSelect: () => onOpen(id) },
        ...acts.all
          .filter(({ isFor }) => isFor(job))
          .map(({ title, icon, isDanger, act }) => ({
            label: text(title),
            icon,
            isDanger,
            onSelect: () => void act([job]),
          })),
      ]}
    />
  )
}
