import { Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'

interface NameLinkProps {
  readonly to: string
  readonly name: string
}

/** The name of a row, which leads to its page. */
export function NameLink({ to, name }: NameLinkProps) {
  return (
    <PrimerLink as={Link} href={to} className="cell-text name-link" title={name}>
      {name || '–'}
    </PrimerLink>
  )
}
