import { api } from '../data/session.js';
import { JoinPage, type Joining } from '../shell/join-form.js';
import { OPERATOR_ROLE_WORDS } from '../parts/role-words.js';

const JOINING: Joining = {
  basePath: '/admin',
  words: OPERATOR_ROLE_WORDS,
  read: (token) => api.post('/admin/v1/join/read', { body: { token } }),
  use: (body) => api.post('/admin/v1/join', { body }),
};

/** The page to which an operator's invitation leads. */
export default function JoinOperatorsPage() {
  return <JoinPage joining={JOINING} />;
}
