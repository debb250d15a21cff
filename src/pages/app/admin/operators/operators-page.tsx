import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { PeopleIcon, PlusIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { MemberState } from '../../parts/people.js';
import { OPERATOR_ROLE_WORDS, roleName } from '../../parts/role-words.js';
import { Empty } from '../../parts/states.js';
import { KeyModal } from './key-form.js';

type Operator = Schemas['Operator'];

const OPERATOR_TABLE: readonly Column<Operator>[] = [
  {
    head: 'Operator',
    cell: ({ name, member }) => (
      <>
        <span className="block clip">{name}</span>
        <span className="under clip">{member === null ? 'No sign-in' : member.email}</span>
      </>
    ),
  },
  { head: 'Role', cell: ({ member }) => (member === null ? '' : roleName(OPERATOR_ROLE_WORDS, member.role)) },
  { head: 'Sign-in', cell: ({ member }) => member !== null && <MemberState member={member} /> },
  { head: 'Keys', right: true, wideOnly: true, cell: ({ apiKeys }) => apiKeys.length },
  {
    head: 'Approver addresses',
    right: true,
    wideOnly: true,
    cell: ({ approverAddresses }) => approverAddresses.length,
  },
];

function NewOperator() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" icon={PlusIcon} onClick={() => setOpen(true)}>
        New operator
      </Button>
      <KeyModal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="New operator"
        hint="The name of one person. They get a first key now. You can invite them to sign in afterwards."
        send={(body, post) => post('/admin/v1/operators', { body })}
      />
    </>
  );
}

/** The people who run the instance. */
export default function OperatorsPage() {
  const list = useList<'/admin/v1/operators'>('/admin/v1/operators');
  return (
    <AppPage
      title="Operators"
      about="Each is one person, with a sign-in, keys and approver addresses."
      actions={<NewOperator />}
    >
      <ListTable<Operator>
        label="Operators"
        list={list}
        noun={['operator', 'operators']}
        keyOf={({ operatorId }) => operatorId}
        linkOf={({ operatorId }) => `/operators/${operatorId}`}
        columns={OPERATOR_TABLE}
        empty={
          <Empty icon={PeopleIcon} title="Nobody yet">
            Operators are shown here.
          </Empty>
        }
      />
    </AppPage>
  );
}
