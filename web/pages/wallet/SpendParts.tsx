import type { Static } from '@sinclair/typebox'
import type { Statement } from '../../../server/domain/endpoints/statement-shape'
import { useText } from '../../app/language'
import { SpendTable } from '../../components/spend/SpendTable'

/** What the calls of a statement came to, by project and by tag. */
export default function SpendParts({
  projects,
  tags,
}: Pick<Static<typeof Statement>, 'projects' | 'tags'>) {
  const { text } = useText()
  return (
    <>
      {projects.length > 0 && (
        <SpendTable
          field="project"
          title={text('org.by_project')}
          first={text('org.project')}
          rows={projects}
        />
      )}
      {tags.length > 0 && (
        <SpendTable
          field="tag"
          title={text('org.by_tag')}
          first={text('explore.group_tag')}
          rows={tags}
        />
      )}
    </>
  )
}
