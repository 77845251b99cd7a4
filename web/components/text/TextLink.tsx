import { Link as PrimerLink } from '@primer/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** A link to another page of the console. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <PrimerLink as={Link} href={to} className="text-link">
      {children}
    </PrimerLink>
  )
}
