"""What JSON Schema can not say of a request: with it data as the document has it is what the API takes, and does."""

import ast
import json
import os
import re
import threading
import zlib

import schemathesis
from schemathesis.generation.meta import TestPhase

# As the document has it: of what stands where a host does no pattern tells whether it can be one.
IN_URLS = r'[^\s\x00-\x1f\x7f-\x9f"<>\\^`{|}'
REDIRECT = re.compile(
    rf"https://(\[[0-9a-fA-F:.]+\]|{IN_URLS}/?#@:%\[\]]+)"
    rf"(:([0-5]?\d{{1,4}}|6[0-4]\d{{3}}|65[0-4]\d{{2}}|655[0-2]\d|6553[0-5]))?([/?#]{IN_URLS}]*)?"
)
WHAT_THERE_IS = {
    "chainCode": "local",
    "tokenSymbol": "USDC",
    "fiatCurrency": "USD",
    "amountFiat": "1.50",
    "amountCrypto": "0.01",
    "amountAtomic": "10000",
    "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
}

# The Idempotency-Key that the document shows.
EXAMPLE_KEY = "order-1001"

# What the run itself needs; what changes a key or a merchant is done to another one instead.
OWN_IDS = os.environ.get("OWN_IDS", "").split(",")
SPARE_IDS = {"apiKeyId": os.environ.get("SPARE_KEY_ID", ""), "merchantId": os.environ.get("SPARE_MERCHANT_ID", "")}
ON_KEYS = ("/web/v1/api-keys/regenerate", "/web/v1/api-keys/status", "/web/v1/api-keys/whitelists")
# How many requests of the coverage phase may differ in nothing but the value of one field of one operation.
MAX_OF_A_KIND = int(os.environ.get("MAX_OF_A_KIND", "1"))
# By kind of caller and by scope, one key that has it and no other; and keys that are to be refused.
KEYS_BY_SCOPE = json.loads(os.environ.get("KEYS_BY_SCOPE", "{}"))
REFUSED_KEYS = json.loads(os.environ.get("REFUSED_KEYS", "[]"))

# Hypothesis parses source text in each worker, and Python counts the depth of that for all threads together
# (https://github.com/python/cpython/issues/106905): one at a time.
parse = ast.parse
parsing = threading.Lock()


def parse_alone(*args, **kwargs):
    with parsing:
        return parse(*args, **kwargs)


ast.parse = parse_alone


def hash_of(*parts):
    return zlib.crc32(json.dumps(parts, sort_keys=True, default=str).encode())


# How often each kind of request was made. Each operation's requests are made one after the other.
made = {}


@schemathesis.hook
def filter_case(context, case):
    """Keeps so many requests of each kind: of one wrong type after the other in the same field, one is enough."""
    phase = case.meta.phase if case.meta else None
    if phase is None or phase.name != TestPhase.COVERAGE:
        return True
    data = phase.data
    kind = (
        case.operation.label,
        case.meta.generation.mode,
        data.scenario,
        data.parameter_location,
        data.parameter,
        data.location,
    )
    made[kind] = made.get(kind, 0) + 1
    return made[kind] <= MAX_OF_A_KIND


@schemathesis.hook
def before_call(ctx, case, kwargs):
    leave_out_other_ids(case)
    ask_for_what_can_be(case)
    name_the_order(case)


def leave_out_other_ids(case):
    """
    Leaves out of a sequence's question each id of another kind than the document says. The fuzzer guesses links, passes
    the id of an endpoint as `operatorId`, and still takes the request for one that the document allows.
    """
    meta = case.meta
    if meta is None or meta.phase.name != TestPhase.STATEFUL or not meta.generation.mode.is_positive:
        return
    for parameter in case.operation.query:
        pattern = parameter.definition.get("schema", {}).get("pattern")
        value = (case.query or {}).get(parameter.name)
        if pattern is not None and isinstance(value, str) and re.search(pattern, value) is None:
            del case.query[parameter.name]


def name_the_order(case):
    """
    Gives each body an Idempotency-Key of its own in place of the document's example. With one key for all of them, the
    second body is answered 409 before anybody has read it. The same request again has the same key, and is replayed.
    """
    for name, value in (case.headers or {}).items():
        if name.lower() == "idempotency-key" and value == EXAMPLE_KEY:
            case.headers[name] = f"{value}-{hash_of(case.operation.label, case.path_parameters, case.body)}"


def ask_for_what_can_be(case):
    spare_what_is_ours(case)
    params = case.path_parameters or {}
    # Three of four requests about money name an asset that there is, and an amount that can be had: they do something.
    is_possible = hash_of(params, case.body) % 4 != 0
    if is_possible:
        ask_for_what_there_is(params)
    if not isinstance(case.body, dict):
        return
    body = case.body
    # A key expires in the future.
    if isinstance(body.get("expiresAt"), str) and body["expiresAt"] < "2099":
        body["expiresAt"] = None
    if isinstance(body.get("redirectUrl"), str) and REDIRECT.fullmatch(body["redirectUrl"]):
        body["redirectUrl"] = "https://shop.example/thanks"
    # Each asset and each address is listed once.
    for field in ("withdrawalLimits", "withdrawalAddresses"):
        if isinstance(body.get(field), list):
            body[field] = body[field][:1]
    if is_possible:
        ask_for_what_there_is(body)


def spare_what_is_ours(case):
    params = case.path_parameters or {}
    for field, spare in SPARE_IDS.items():
        if params.get(field) in OWN_IDS:
            params[field] = spare
    if case.path not in ON_KEYS:
        return
    if isinstance(case.body, schemathesis.core.NotSet):
        case.body = {"apiKeyId": SPARE_IDS["apiKeyId"]}
        case.media_type = "application/json"
    elif isinstance(case.body, dict) and case.body.get("apiKeyId", OWN_IDS[0]) in OWN_IDS:
        case.body["apiKeyId"] = SPARE_IDS["apiKeyId"]


def ask_for_what_there_is(fields):
    for field, value in WHAT_THERE_IS.items():
        if isinstance(fields.get(field), str):
            fields[field] = value


@schemathesis.auth(refresh_interval=None, retry_on=[])
class KeyOfEachCase:
    """
    A key that has every scope of its kind of caller. The random requests to an operation have by turns a key of the
    very scope that the document asks for, one of another scope, one of no use or of another kind, and that key.
    """

    def __init__(self):
        self.turns = {}

    def get(self, case, context):
        label = context.operation.label
        security = context.operation.definition.raw.get("security")
        if not security:
            return None
        scheme, scopes = next(iter(security[0].items()))
        of_all_scopes = os.environ["MERCHANT_KEY" if scheme == "merchantKey" else "OPERATOR_KEY"]
        if case.meta is None or case.meta.phase.name != TestPhase.FUZZING:
            return of_all_scopes
        turn = self.turns[label] = self.turns.get(label, -1) + 1
        caller = "merchant" if scheme.startswith("merchant") else "operator"
        by_scope = KEYS_BY_SCOPE[caller]
        of_other_scopes = [key for scope, key in by_scope.items() if scope not in scopes]
        of_another_kind = [key for kind, keys in KEYS_BY_SCOPE.items() if kind != caller for key in keys.values()]
        of_no_use = [*REFUSED_KEYS, *of_another_kind]
        by_turns = [
            by_scope[scopes[0]] if scopes else of_all_scopes,
            of_other_scopes[(hash_of(label) + turn) % len(of_other_scopes)],
            of_no_use[(hash_of(label) + turn) % len(of_no_use)],
            of_all_scopes,
        ]
        return by_turns[turn % len(by_turns)]

    def set(self, case, key, context):
        case.headers["Authorization"] = f"Bearer {key}"
