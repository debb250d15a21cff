"""What JSON Schema can not say of a request, so that data as the document has it is what the API takes."""

import schemathesis


@schemathesis.hook
def before_call(ctx, case, kwargs):
    if not isinstance(case.body, dict):
        return
    # A key expires in the future.
    if isinstance(case.body.get("expiresAt"), str) and case.body["expiresAt"] < "2099":
        case.body["expiresAt"] = None
    # Each asset and each address is listed once.
    for field in ("withdrawalLimits", "withdrawalAddresses"):
        if isinstance(case.body.get(field), list):
            case.body[field] = case.body[field][:1]
